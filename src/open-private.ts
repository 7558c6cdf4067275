import { chmodSync } from 'node:fs';
import Database from 'better-sqlite3';

/** How long a write waits for another process's write, in milliseconds. */
const BUSY_TIMEOUT = 5000;

/**
 * Opens a SQLite file that only its owner may read, making it where it is missing.
 *
 * @param prepare what makes it ready for use
 * @throws what SQLite or the file system refuses, or `prepare` throws; the file is closed then
 */
export function openPrivate(file: string, prepare: (db: Database.Database) => void): Database.Database {
	// The files that SQLite adds beside it get the mode that this one has.
	const umask = process.umask(0o077);
	try {
		const db = new Database(file, { timeout: BUSY_TIMEOUT });
		try {
			chmodSync(file, 0o600);
			db.pragma('journal_mode = WAL');
			prepare(db);
			return db;
		} catch (error) {
			db.close();
			throw error;
		}
	} finally {
		process.umask(umask);
	}
}
