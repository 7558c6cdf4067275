/** Files that `npm run backup` wrote. Each says when it was made, so it is not taken for a state that is in use. */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { closing } from '../../shared/sqlite.ts';
import { UserError } from '../../shared/user-error.ts';
import { refuseOtherVersion, versionOf } from './migrate.ts';

/** Notes in a backup when it was made, as `@at`. */
export const NOTE_MADE =
	"INSERT INTO about (name, value) VALUES ('made_at', @at) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

/**
 * Opens a backup, or a copy of a state.
 *
 * @param name names the file in messages
 * @throws UserError when it is not a state that this version can update
 */
export function openBackup(file: string, name = file): Database.Database {
	const db = new Database(file, { fileMustExist: true });
	try {
		const stranger = `${name} is empty, or is not a state database.`;
		if (versionOf(db) === 0) throw new UserError(stranger);
		refuseOtherVersion(db, { name, stranger });
		return db;
	} catch (error) {
		db.close();
		if (!(error instanceof Database.SqliteError)) throw error;
		const isDamaged = /^SQLITE_(?:NOTADB|CORRUPT)/.test(error.code);
		const problem = isDamaged ? 'is not a state database, or is damaged' : 'could not be read';
		throw new UserError(`${name} ${problem} (${error.message}).`, { cause: error });
	}
}

/** Returns when a backup was made, in ISO 8601, or undefined if it is a plain copy of a state. */
export function madeAtOf(db: Database.Database): string | undefined {
	return db.prepare<[], string>("SELECT value FROM about WHERE name = 'made_at'").pluck().get();
}

/**
 * Removes the oldest backups in the folder of a backup, so that `keep` of them are left. Other files stay.
 *
 * @param keep at least 1. The backup itself is the newest
 * @returns the removed files, oldest first
 */
export function removeOldBackups(backup: string, keep: number): string[] {
	const folder = dirname(backup);
	const backups = readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.sqlite') && entry.name !== 'state.sqlite')
		.map((entry) => ({ file: join(folder, entry.name), madeAt: dateOf(join(folder, entry.name)) }))
		.filter(({ madeAt }) => madeAt !== undefined)
		.sort((a, b) => (a.madeAt! < b.madeAt! ? -1 : 1));
	const old = backups.slice(0, -keep).map(({ file }) => file);
	for (const file of old) rmSync(file);
	return old;
}

/** Returns the date of a backup, or undefined if the file is not a backup that this version can restore. */
function dateOf(file: string): string | undefined {
	try {
		using db = closing(openBackup(file));
		return madeAtOf(db);
	} catch {
		return undefined;
	}
}
