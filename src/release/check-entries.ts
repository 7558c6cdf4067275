import Database from 'better-sqlite3';
import type { Manifest } from './manifest.ts';
import type { WholeRow } from './open-pack.ts';
import { checksum } from './pack.ts';
import { packFiles } from './pack-store.ts';

/**
 * Reads all entries of a release's packs, and compares each with its checksum.
 *
 * @param folder the folder of the release
 * @returns the number of entries
 * @throws Error naming the pack and the first entry that is damaged
 */
export function checkEntries(folder: string, manifest: Manifest): number {
	let entries = 0;
	for (const file of packFiles(folder, manifest)) {
		const db = new Database(file, { readonly: true, fileMustExist: true });
		try {
			for (const row of db.prepare<[], WholeRow>('SELECT * FROM entries').iterate()) {
				entries++;
				if (row.checksum === null || checksum(row.key ?? row.number, row, row.body) === row.checksum) continue;
				throw new Error(`The entry ${row.key ?? row.number} in ${file} does not match its checksum.`);
			}
		} finally {
			db.close();
		}
	}
	return entries;
}
