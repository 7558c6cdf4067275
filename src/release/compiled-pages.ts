/** Compiles the pages with Astro, once per application version, into a module that renders them from views. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killedMessage } from '../shared/memory.mjs';
import { PROJECT } from '../shared/project.ts';
import { UserError } from '../shared/user-error.ts';
import { removeLeftovers, unfinishedName } from './layout.ts';

const COMPILE = fileURLToPath(new URL('compile-pages.ts', import.meta.url));

/** The folder for pages that were compiled when the software was installed. See `installPages`. */
const INSTALLED = join(PROJECT, 'dist');

/** The folder for pages that builds compile. A build writes only to the folder of releases, never to the checkout. */
const madeFolder = (out: string) => resolve(out, 'pages');

/**
 * Returns the folder of the compiled pages: those of the installation if there are any, otherwise those in the
 * folder of releases, which may be missing. The pages of other versions are kept, because a server may still use them.
 */
export function compiledFolder(application: string, out: string): string {
	const installed = join(INSTALLED, application);
	return isThere(installed) ? installed : join(madeFolder(out), application);
}

/** The module that renders the pages. */
export const pagesEntry = (application: string, out: string) => join(compiledFolder(application, out), 'entry.mjs');

/** The files that browsers load: scripts, styles, fonts, and the files of `public`. */
export const assetsFolder = (application: string, out: string) => join(compiledFolder(application, out), 'client');

/** Whether the pages of this version are compiled. Their folder is moved to its place when it is complete. */
export const pagesAreCompiled = (application: string, out: string) => isThere(compiledFolder(application, out));

const isThere = (folder: string) => existsSync(join(folder, 'entry.mjs')) && findsPackages(folder);

/** The compiled pages import packages. Outside the checkout, they find them through a link beside their folder. */
const PACKAGES = join(PROJECT, 'node_modules');
const linkBeside = (folder: string) => join(dirname(folder), 'node_modules');

function findsPackages(folder: string): boolean {
	if (dirname(folder) === INSTALLED) return true;
	try {
		return readlinkSync(linkBeside(folder)).replace(/\/$/, '') === PACKAGES;
	} catch {
		return false;
	}
}

/**
 * Compiles the pages into the folder of releases, unless they are compiled already.
 *
 * @throws UserError with Astro's output when Astro fails. If Astro was killed, the error also names the signal
 */
export async function compilePages(application: string, out: string): Promise<void> {
	if (existsSync(madeFolder(out))) removeLeftovers(madeFolder(out));
	if (!pagesAreCompiled(application, out)) await compileInto(madeFolder(out), application);
}

/**
 * Compiles the pages into the checkout, so that builds need not do it. Returns their folder. For those who install the
 * software.
 *
 * @throws UserError as `compilePages`
 */
export async function installPages(application: string): Promise<string> {
	if (existsSync(INSTALLED)) removeLeftovers(INSTALLED);
	if (!isThere(join(INSTALLED, application))) await compileInto(INSTALLED, application);
	return join(INSTALLED, application);
}

/** Astro runs in a separate process, because each of its builds leaks memory. */
async function compileInto(parent: string, application: string): Promise<void> {
	const unfinished = join(parent, unfinishedName());
	const folder = join(unfinished, application);
	try {
		await runAstro(folder);
		const place = join(parent, application);
		if (!findsPackages(place)) {
			// On Windows, only a junction needs no special permission.
			symlinkSync(PACKAGES, join(unfinished, 'link'), 'junction');
			renameSync(join(unfinished, 'link'), linkBeside(place));
		}
		putInPlace(folder, place);
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
	if (code === constants.errno.ENOSPC) throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
	if (code === 0) return;
	const message = signal
		? killedMessage('The process that compiles the pages', signal)
		: 'The pages could not be compiled:';
	throw new UserError(`${message}\n${output}`.trimEnd());
}

/** Moves the pages to their place, unless another build has put them there. The same sources make the same pages. */
function putInPlace(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		if (!isThere(to)) throw error;
	}
}
