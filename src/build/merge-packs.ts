/** Merges the new packs of a release with older ones, so that it has only a few. */
import { rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { mergedPacks } from '../release/merged-packs.ts';
import { damagedPack } from '../release/open-pack.ts';
import { checksum, type Facts, FIRST_TEXT, type Key, packFile } from '../release/pack.ts';
import { packFiles } from '../release/pack-store.ts';
import type { Current } from './current-packs.ts';

/**
 * Merges packs if some older ones are not much larger than the new ones.
 *
 * @param release the folder in which the release is built
 * @param added the names of its new packs, whose entries have different keys
 * @param current the packs that it keeps from the current release
 * @returns the names of the packs of the release, newest first
 * @throws UserError naming the pack and the entry if an entry to copy is damaged
 */
export function mergePacks(release: string, added: readonly string[], { kept, files }: Current): string[] {
	const sizeOf = (name: string) => statSync(packFile(release, name)).size;
	const [target, ...others] = added.toSorted((a, b) => sizeOf(b) - sizeOf(a));
	if (target === undefined) return [...kept];
	const size = added.reduce((sum, name) => sum + sizeOf(name), 0);
	const count = mergedPacks(size, kept.map(sizeOf));
	if (count === 0) return [target, ...others, ...kept];
	const merged = [...packFiles(release, { packs: others }), ...files.slice(0, count)];
	fill(packFile(release, target), merged, count === kept.length);
	for (const name of [...others, ...kept.slice(0, count)]) rmSync(packFile(release, name));
	return [target, ...kept.slice(count)];
}

/**
 * Copies the rows of older packs into a new one, except those whose keys it already has.
 *
 * @param isOldest whether the release has no older packs. If so, rows that mark removed entries are not needed
 */
function fill(target: string, files: readonly string[], isOldest: boolean): void {
	const db = new Database(target);
	try {
		db.unsafeMode(); // otherwise SQLite ignores journal_mode = OFF
		db.pragma('journal_mode = OFF');
		db.pragma('synchronous = OFF');
		db.pragma('secure_delete = ON'); // so that the file does not contain the keys of deleted rows
		for (const file of files) {
			try {
				copyRows(db, file);
			} catch (error) {
				throw (error as { readonly code?: string }).code === 'SQLITE_CORRUPT'
					? damagedPack(file, 'its list of entries', error)
					: error;
			}
		}
		if (isOldest) db.exec('DELETE FROM entries WHERE checksum IS NULL');
	} finally {
		db.close();
	}
}

/** @throws UserError naming the pack and the entry if an entry to copy is damaged */
function copyRows(db: Database.Database, file: string): void {
	db.prepare('ATTACH ? AS older').run(file);
	const last = db.prepare<[], number>('SELECT max(number) FROM main.entries').pluck().get()!;
	/** Added to the numbers of rows that have texts, so that they differ from those in the new pack. */
	const more = Math.max(0, last - FIRST_TEXT + 1);
	const isKnown = (key: string) => `EXISTS (SELECT 1 FROM main.entries n WHERE n.${key} = o.${key})`;
	const facts = 'tag, fingerprint, encoding, size, checksum, body';
	db.function('is_whole', (key, tag, fingerprint, encoding, size, sum, body) => {
		if (checksum(key as Key, { tag, fingerprint, encoding, size } as Facts, body as Buffer) === sum) return 1;
		throw damagedPack(file, key as Key, new Error('Its checksum does not match.'));
	});
	db.exec(`
		INSERT INTO main.entries
		SELECT iif(key IS NULL, number, number + ${more}), key, ${facts}
		FROM older.entries o
		WHERE CASE
			WHEN iif(key IS NULL, ${isKnown('number')}, ${isKnown('key')}) THEN FALSE
			WHEN checksum IS NULL THEN TRUE
			ELSE is_whole(coalesce(key, number), ${facts})
		END`);
	db.exec('DETACH older');
}
