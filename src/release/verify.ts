/** Checks that a release is complete, makes it survive a loss of power, and moves it to its place. */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { syncToDisk } from '../shared/files.ts';
import { closing } from '../shared/sqlite.ts';
import { apiFile } from './api-database.ts';
import { ApiStore } from './api-store.ts';
import { FILES, releaseFolder, releasesFolder } from './layout.ts';
import { hasWebsite, type Manifest } from './manifest.ts';
import { packsBeside } from './pack.ts';
import { PackStore, packFiles } from './pack-store.ts';
import { removeRelease } from './publish.ts';
import { openedFiles, openRelease } from './release.ts';

/**
 * Checks a release by opening it in the same way as a server does.
 *
 * @throws Error if the release cannot be opened, or differs from its manifest
 */
export async function verifyRelease(folder: string): Promise<void> {
	using release = closing(await openRelease(folder));
	const { total } = release.search({ offset: 0, limit: 1 });
	const { manifest, site } = release;
	const exists = (page: string) => site.get(page)?.read() !== undefined;
	const hasPages = !hasWebsite(manifest) || ['index.html', '404.html'].every(exists);
	if (total !== manifest.counts.programs || release.resource('/categories') === undefined || !hasPages) {
		throw new Error('The release differs from its manifest.');
	}
}

export async function isComplete(folder: string): Promise<boolean> {
	if (!existsSync(join(folder, FILES.manifest))) return false;
	return verifyRelease(folder).then(
		() => true,
		() => false,
	);
}

/** Makes sure that a release that was just built survives a loss of power. */
export function syncRelease(folder: string, manifest: Manifest): void {
	for (const file of openedFiles(folder, manifest)) syncToDisk(file);
	syncToDisk(packsBeside(folder));
	for (const name of [FILES.snapshot, FILES.warnings, FILES.index, FILES.manifest]) syncToDisk(join(folder, name));
	syncToDisk(folder);
}

/**
 * Reads all files of a release's website and all records of the API, and compares each with its checksum.
 *
 * @returns how many there are
 * @throws Error naming the database and the first entry that is damaged
 */
export function checkEntries(folder: string, manifest: Manifest): number {
	let entries = 0;
	using packs = new PackStore(packFiles(folder, manifest));
	for (const [, file] of packs.entries('')) {
		file.readBody();
		entries++;
	}
	using api = new ApiStore(apiFile(folder));
	return entries + api.check();
}

/**
 * Moves a release to its final place. Another command may have put the same release there in the meantime. A server may
 * already be using that copy, so the copy is replaced only if it is damaged.
 */
export async function putInPlace(folder: string, out: string, id: string): Promise<void> {
	const target = releaseFolder(out, id);
	for (;;) {
		try {
			renameSync(folder, target);
			break;
		} catch (error) {
			if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
		}
		if (await isComplete(target)) break;
		removeRelease(out, id);
	}
	syncToDisk(releasesFolder(out));
}
