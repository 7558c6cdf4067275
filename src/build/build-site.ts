/** Makes the pages of a release, with Astro. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headersFile } from '../http/site-headers.ts';
import { PROJECT } from '../release/application-version.ts';
import { FILES } from '../release/layout.ts';
import { removeLeftovers, unfinishedName } from '../release/leftovers.ts';
import type { Manifest } from '../release/manifest.ts';
import { killedMessage } from '../shared/killed.mjs';
import { UserError } from '../shared/user-error.ts';
import type { Progress } from './build-bodies.ts';

const ASTRO_BUILD = fileURLToPath(new URL('astro-build.ts', import.meta.url));

/** Beside node_modules, because what lies there imports from them. */
const PAGES = join(PROJECT, 'dist');

/**
 * Where the pages that are rendered on request go. Those of other versions stay: which of them a server somewhere runs, or
 * loads when its sources are put back, cannot be known here.
 */
export const serverFolder = (application: string) => join(PAGES, application);

/** What a server loads of them. */
export const pagesEntry = (application: string) => join(serverFolder(application), 'entry.mjs');

/** Lists all files of such a folder with their hashes, so that a damaged one is noticed. */
const LIST = 'files.json';

/** Whether the pages that this version renders on request are there, every file as it was built. */
export function pagesAreWhole(application: string): boolean {
	const folder = serverFolder(application);
	if (!existsSync(join(folder, LIST))) return false;
	const { [LIST]: _, ...files } = listFiles(folder);
	return JSON.stringify(files) === readFileSync(join(folder, LIST), 'utf8');
}

/** The exit status of the process that builds the pages when the disk is full: the system's number for that (ENOSPC). */
export const DISK_FULL = 28;

/** Where one build makes them, so that builds at the same time do not get into each other's way. */
const workFolder = () => join(PAGES, unfinishedName());

/**
 * Builds the pages into `folder/site`, with the logos of `folder/logos`. Astro runs in a process of its own, since each of
 * its builds leaks memory.
 *
 * @param snapshot the file to read
 * @throws UserError with Astro's output when it fails, or with the signal that killed it
 */
export async function buildPages(
	snapshot: string,
	folder: string,
	application: string,
	siteUrl: string,
	progress: Progress,
): Promise<void> {
	removeLeftovers(PAGES);
	const server = join(workFolder(), application);
	const site = resolve(folder, FILES.site);
	const logos = resolve(folder, FILES.logos);
	const settings = { SNAPSHOT: resolve(snapshot), LOGOS: logos, SITE_URL: siteUrl };
	const child = spawn(process.execPath, [ASTRO_BUILD, site, server], {
		cwd: PROJECT,
		env: { ...process.env, ...settings },
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	});
	child.on('message', (done: number) => progress(done));
	let output = '';
	for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text));
	try {
		const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
		if (code === DISK_FULL) throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
		if (code !== 0) {
			const what = signal
				? killedMessage('The process that builds the pages', signal)
				: 'The pages could not be built:';
			throw new UserError(`${what}\n${output}`.trimEnd());
		}
		writeFileSync(join(folder, FILES.site, '_headers'), headersFile(siteUrl));
		writeFileSync(join(server, LIST), JSON.stringify(listFiles(server)));
		putInPlace(server, application);
		// Not before: Astro empties the folder that it builds into.
		if (existsSync(logos)) renameSync(logos, join(site, FILES.logos));
	} finally {
		rmSync(workFolder(), { recursive: true, force: true });
	}
}

/** The same sources make the same pages, so what another build put there stays, unless it is damaged. */
function putInPlace(from: string, application: string): void {
	if (pagesAreWhole(application)) return;
	const to = serverFolder(application);
	try {
		if (existsSync(to)) renameSync(to, join(workFolder(), 'damaged'));
		renameSync(from, to);
	} catch (error) {
		if (!pagesAreWhole(application)) throw error;
	}
}

/** The files in a folder with their sizes and hashes, by path. */
export function listFiles(folder: string): Manifest['site'] {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
	return Object.fromEntries(
		files.map((file) => {
			const content = readFileSync(join(folder, file));
			return [file, { size: content.length, hash: createHash('sha256').update(content).digest('hex') }];
		}),
	);
}
