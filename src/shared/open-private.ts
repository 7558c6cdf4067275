import { chmodSync } from 'node:fs';
import Database from 'better-sqlite3';

/**
 * Opens a SQLite file that only its owner may read, making it where it is missing. Afterwards a statement that finds the
 * file locked fails at once (SQLITE_BUSY): see `retryWhileLocked`.
 *
 * @param prepare what makes it ready for use
 * @param patience how long opening and preparing may wait for another process, in milliseconds; this thread does nothing else
 *   meanwhile
 * @throws what SQLite or the file system refuses, or `prepare` throws; the file is closed then
 */
export function openPrivate(
	file: string,
	prepare: (db: Database.Database) => void,
	patience: number,
): Database.Database {
	// The files that SQLite adds beside it get the mode that this one has.
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
