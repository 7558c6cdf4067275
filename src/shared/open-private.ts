import { chmodSync } from 'node:fs';
import Database from 'better-sqlite3';

/**
 * Opens a SQLite file that only its owner can read, and creates it if it is missing. Afterwards, statements on a locked
 * file fail at once (SQLITE_BUSY): see `retryWhileLocked`.
 *
 * @param prepare prepares the database for use
 * @param patience how long opening and preparing can wait for another process, in milliseconds; this blocks the thread
 * @throws errors of SQLite, of the file system, or of `prepare`; the file is then closed
 */
export function openPrivate(
	file: string,
	prepare: (db: Database.Database) => void,
	patience: number,
): Database.Database {
	// Create the file for its owner only. SQLite then creates its other files with the same mode.
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
