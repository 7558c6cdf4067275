/** Compiles the pages with Astro, once per application version, into a module that renders them from views. */
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killedMessage } from '../shared/killed.mjs';
import { PROJECT } from '../shared/project.ts';
import { UserError } from '../shared/user-error.ts';
import { filesIn } from './files-in.ts';
import { removeLeftovers, unfinishedName } from './leftovers.ts';

const COMPILE = fileURLToPath(new URL('compile-pages.ts', import.meta.url));

/** The folder is beside node_modules, because the compiled pages import packages from there. */
const DIST = join(PROJECT, 'dist');

/**
 * The folder of the compiled pages. The folders of other versions are kept, because a server may still use them, and
 * because a developer may change the sources back.
 */
export const compiledFolder = (application: string) => join(DIST, application);

/** The module that renders the pages. */
export const pagesEntry = (application: string) => join(compiledFolder(application), 'entry.mjs');

/** The files that browsers load: scripts, styles, fonts, and the files of `public`. */
export const assetsFolder = (application: string) => join(compiledFolder(application), 'client');

/** A file beside the compiled pages that lists the hashes of all other files, to detect damage. */
const LIST = 'files.json';

/** Whether the pages of this version are compiled and their files are undamaged. */
export function pagesAreCompiled(application: string): boolean {
	const folder = compiledFolder(application);
	if (!existsSync(join(folder, LIST))) return false;
	const { [LIST]: _, ...files } = listFiles(folder);
	return JSON.stringify(files) === readFileSync(join(folder, LIST), 'utf8');
}

/** The exit status of the compiling process when the disk is full: the number of the error ENOSPC. */
export const DISK_FULL = 28;

/**
 * Compiles the pages, unless they are compiled already. Astro runs in a separate process, because each of its builds
 * leaks memory.
 *
 * @throws UserError with Astro's output when Astro fails. If Astro was killed, the error also names the signal
 */
export async function compilePages(application: string): Promise<void> {
	removeLeftovers(DIST);
	if (pagesAreCompiled(application)) return;
	const unfinished = join(DIST, unfinishedName());
	const folder = join(unfinished, application);
	try {
		await runAstro(folder);
		writeFileSync(join(folder, LIST), JSON.stringify(listFiles(folder)));
		putInPlace(folder, application, join(unfinished, 'damaged'));
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
}

async function runAstro(folder: string): Promise<void> {
	const child = spawn(process.execPath, [COMPILE, folder], {
		cwd: PROJECT,
		// With any other values, Astro would include development-only code in the pages.
		env: { ...process.env, NODE_ENV: 'production', DEV: undefined },
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	});
	let output = '';
	for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text));
	const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
	if (code === DISK_FULL) throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
	if (code === 0) return;
	const message = signal
		? killedMessage('The process that compiles the pages', signal)
		: 'The pages could not be compiled:';
	throw new UserError(`${message}\n${output}`.trimEnd());
}

/**
 * Moves the pages to their final folder. If another build has already put undamaged pages there, keeps those pages,
 * because the same sources always compile to the same pages.
 */
function putInPlace(from: string, application: string, damaged: string): void {
	if (pagesAreCompiled(application)) return;
	const to = compiledFolder(application);
	try {
		if (existsSync(to)) renameSync(to, damaged);
		renameSync(from, to);
	} catch (error) {
		if (!pagesAreCompiled(application)) throw error;
	}
}

export function listFiles(folder: string): Record<string, { readonly size: number; readonly hash: string }> {
	return Object.fromEntries(
		filesIn(folder).map((file) => {
			const content = readFileSync(join(folder, file));
			return [file, { size: content.length, hash: hash('sha256', content) }];
		}),
	);
}
