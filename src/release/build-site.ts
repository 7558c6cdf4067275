/** Makes the pages of a release, with Astro. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT } from './application-version.ts';
import { FILES } from './layout.ts';
import type { Manifest } from './manifest.ts';

const ASTRO_BUILD = fileURLToPath(new URL('astro-build.ts', import.meta.url));

/** Where Astro's own server goes: beside node_modules, because it imports from there. */
export const serverFolder = (application: string) => join(PROJECT, 'dist', application);

/** Where one build makes it, so that builds at the same time do not get into each other's way. */
const workFolder = () => join(PROJECT, 'dist', `.building-${process.pid}`);

/**
 * Builds the pages into `folder/site`. Astro runs in a process of its own, since each of its builds leaks memory.
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
	// Astro's server looks for the folder of this name that it lies in.
	const server = join(workFolder(), application);
	const child = spawn(process.execPath, [ASTRO_BUILD, resolve(folder, FILES.site), server], {
		cwd: PROJECT,
		env: { ...process.env, SNAPSHOT: resolve(snapshot), SITE_URL: siteUrl, ASTRO_TELEMETRY_DISABLED: '1' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
	try {
		const code = await new Promise((resolve) => child.on('close', resolve));
		if (code !== 0) throw new Error(`The pages could not be built:\n${output}`);
		moveUnlessThere(server, serverFolder(application));
	} finally {
		rmSync(workFolder(), { recursive: true, force: true });
	}
}

/** The same sources make the same server, so one that another build put there first will do. */
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
