/** Makes the pages of a release, with Astro. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headersFile } from '../http/site-headers.ts';
import { PROJECT } from './application-version.ts';
import { FILES } from './layout.ts';
import { removeLeftovers, unfinishedName } from './leftovers.ts';
import type { Manifest } from './manifest.ts';

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

/** Where one build makes them, so that builds at the same time do not get into each other's way. */
const workFolder = () => join(PAGES, unfinishedName());

/**
 * Builds the pages into `folder/site`, with the logos of `folder/logos`. Astro runs in a process of its own, since each of
 * its builds leaks memory.
 *
 * @param snapshot the file to read
 * @throws with Astro's output when it fails
 */
export async function buildPages(
	snapshot: string,
	folder: string,
	application: string,
	siteUrl: string,
): Promise<void> {
	removeLeftovers(PAGES);
	const server = join(workFolder(), application);
	const site = resolve(folder, FILES.site);
	const logos = resolve(folder, FILES.logos);
	const settings = { SNAPSHOT: resolve(snapshot), LOGOS: logos, SITE_URL: siteUrl, ASTRO_TELEMETRY_DISABLED: '1' };
	const child = spawn(process.execPath, [ASTRO_BUILD, site, server], {
		cwd: PROJECT,
		env: { ...process.env, ...settings },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
	try {
		const code = await new Promise((resolve) => child.on('close', resolve));
		if (code !== 0) throw new Error(`The pages could not be built:\n${output}`);
		writeFileSync(join(folder, FILES.site, '_headers'), headersFile(siteUrl));
		moveUnlessThere(server, serverFolder(application));
		// Not before: Astro empties the folder that it builds into.
		if (existsSync(logos)) renameSync(logos, join(site, FILES.logos));
	} finally {
		rmSync(workFolder(), { recursive: true, force: true });
	}
}

/** The same sources make the same, so what another build put there first will do. */
function moveUnlessThere(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		if (!existsSync(to)) throw error;
	}
}

/** The files of the website with their sizes and hashes; none where it was not built. */
export function listSite(folder: string): Manifest['site'] {
	const site = join(folder, FILES.site);
	if (!existsSync(site)) return {};
	const files = readdirSync(site, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(site.length + 1))
		.sort();
	return Object.fromEntries(
		files.map((file) => {
			const content = readFileSync(join(site, file));
			return [file, { size: content.length, hash: createHash('sha256').update(content).digest('hex') }];
		}),
	);
}
