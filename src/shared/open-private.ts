import { chmodSync } from 'node:fs';
import Database from 'better-sqlite3';

/**
 * Opens a SQLite file so that only its owner can read and write it. Creates the file if it is missing. Once it is
 * open, statements fail immediately with SQLITE_BUSY while the file is locked. See `retryWhileLocked`.
 *
 * @param patience how long opening and preparing may wait for another process, in milliseconds. This blocks the thread
 */
export function openPrivate(
	file: string,
	prepare: (db: Database.Database) => void,
	patience: number,
): Database.Database {
	// Create the file for its owner only. SQLite gives its other files, such as the WAL, the same mode.
	const umask = process.umask(0o077);
	try {
		const db = new Database(file, { timeout: patience });
		try {
			chmodSync(file, 0o600);
			db.pragma('journal_mode = WAL');
			prepare(db);
			db.pragma('busy_timeout = 0');
			return db;
		} catch (error) {
			db.close();
			throw error;
		}
	} finally {
		process.umask(umask);
	}
}
