import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { UserError } from '../shared/user-error.ts';

/**
 * Opens a pack for reading.
 *
 * @param cache the size of SQLite's page cache for the file, in KiB
 * @param prepare makes the result, such as statements that read the pack
 * @throws Error naming the pack if it is missing or damaged
 */
export function openPack<T>(file: string, cache: number, prepare: (db: Database.Database) => T): T {
	const size = statSync(file, { throwIfNoEntry: false })?.size;
	if (size === undefined) throw new Error(`The pack ${file} is missing.`);
	let db: Database.Database | undefined;
	try {
		db = new Database(file, { readonly: true, fileMustExist: true });
		if (size !== sizeOf(db)) throw new Error('Its length is wrong.');
		db.pragma(`cache_size = -${cache}`);
		// Keep one read transaction open. A pack never changes, so a look-up does not need a lock of its own.
		db.exec('BEGIN');
		return prepare(db);
	} catch (cause) {
		db?.close();
		throw new Error(`The pack ${file} is damaged.`, { cause });
	}
}

/** The size that a database's file should have, in bytes. */
function sizeOf(db: Database.Database): number {
	const read = (pragma: string) => db.pragma(pragma, { simple: true }) as number;
	return read('page_count') * read('page_size');
}

/** Returns the error for a part of a pack that cannot be read or does not match its checksum. */
export function damagedPack(file: string, part: string, cause: unknown): UserError {
	return new UserError(
		`The pack ${file} is damaged: ${part} cannot be read. Delete the pack, then build again: the build makes a new one.`,
		{ cause },
	);
}
