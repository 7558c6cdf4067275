import { apiFile } from './api-database.ts';
import { ApiStore } from './api-store.ts';
import type { Manifest } from './manifest.ts';
import { PackStore, packFiles } from './pack-store.ts';

/**
 * Reads all files of a release's website and all records of the API, and compares each with its checksum.
 *
 * @param folder the folder of the release
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
