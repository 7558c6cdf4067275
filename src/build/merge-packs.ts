/** Merges the new pack of a release with older ones, so that the release has only a few. */

import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { checksum, type EntryFacts, packFile } from '../release/pack.ts';
import { OpenPack, PAGE_CACHE } from '../release/pack-store.ts';

/**
 * Merges packs if some older ones are not much larger than the new one.
 *
 * @param release the folder in which the release is built
 * @param added the name of its new pack in an array, which is empty if there is none
 * @param kept the names of the packs that it keeps from the current release, newest first
 * @returns the names of the packs of the release, newest first
 * @throws UserError naming the pack and the file if a file to copy is damaged
 */
export function mergePacks(release: string, [added]: readonly string[], kept: readonly string[]): string[] {
	if (added === undefined) return [...kept];
	const fileOf = (name: string) => packFile(release, name);
	const sizeOf = (name: string) => statSync(fileOf(name)).size;
	const count = mergedPacks(sizeOf(added), kept.map(sizeOf));
	if (count > 0) fill(fileOf(added), kept.slice(0, count).map(fileOf), count === kept.length);
	return [added, ...kept.slice(count)];
}

/**
 * Copies the rows of older packs into a new one, except those whose paths it already has.
 *
 * @param isOldest whether the release has no older packs. If so, rows that mark removed entries are not needed
 */
function fill(target: string, files: readonly string[], isOldest: boolean): void {
	const db = new Database(target);
	try {
		db.unsafeMode(); // otherwise SQLite ignores journal_mode = OFF
		db.pragma('journal_mode = OFF');
		db.pragma('synchronous = OFF');
		db.pragma('secure_delete = ON'); // so that the file does not contain the paths of deleted rows
		for (const file of files) copyRows(db, file);
		if (isOldest) db.exec('DELETE FROM entries WHERE checksum IS NULL');
	} finally {
		db.close();
	}
}

/** @throws UserError naming the pack and the entry if an entry to copy is damaged */
function copyRows(db: Database.Database, file: string): void {
	const older = new OpenPack(file, PAGE_CACHE);
	try {
		db.prepare('ATTACH ? AS older').run(file);
		const facts = 'path, tag, fingerprint, encoding, size, checksum, body';
		db.function('is_whole', (path, tag, fingerprint, encoding, size, sum, body) => {
			if (checksum(path as string, { tag, fingerprint, encoding, size } as EntryFacts, body as Buffer) === sum)
				return 1;
			throw older.wrongChecksum(path as string);
		});
		older.read('its list of files', () =>
			db.exec(`
				INSERT INTO main.entries (${facts})
				SELECT ${facts} FROM older.entries o
				WHERE CASE
					WHEN EXISTS (SELECT 1 FROM main.entries n WHERE n.path = o.path) THEN FALSE
					WHEN checksum IS NULL THEN TRUE
					ELSE is_whole(${facts})
				END`),
		);
		db.exec('DETACH older');
	} finally {
		older.close();
	}
}

/**
 * An older pack is merged into a new pack if it is at most this many times as large as the new pack and the packs
 * merged before it, taken together.
 */
const RATIO = 3;

/**
 * Returns how many older packs to merge into a new pack, starting with the newest. Even after many builds, a release
 * then has only a few packs, because their number grows with the logarithm of their total size. Each row is rewritten
 * only a few times.
 *
 * @param size the size of the new pack, in rows or bytes
 * @param older the size of each older pack, newest first
 */
export function mergedPacks(size: number, older: readonly number[]): number {
	let merged = 0;
	let sum = size;
	while (merged < older.length && older[merged]! <= sum * RATIO) sum += older[merged++]!;
	return merged;
}
