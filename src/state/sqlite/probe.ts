import Database from 'better-sqlite3';
import { retryWhileLocked } from '../../shared/retry-while-locked.ts';

/** How long to retry while other processes write, in milliseconds. A write takes a few milliseconds. */
const PATIENCE = 1000;

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'";

/**
 * Tests whether a database can be read and written now. Opens the file again, to notice if it has been deleted. Does not
 * block while another process writes.
 *
 * @throws SqliteError when the test fails, or another process has held the lock for a second
 */
export async function probe(file: string): Promise<void> {
	await retryWhileLocked(() => readAndWrite(file), PATIENCE);
}

/** Reads a row of each table, and writes `user_version` without changing it, which is the smallest possible write. */
function readAndWrite(file: string): void {
	const db = new Database(file, { fileMustExist: true, timeout: 0 });
	try {
		// This write need not survive a power cut, so the commit does not wait for the disk.
		db.pragma('synchronous = NORMAL');
		db.transaction(() => {
			for (const table of db.prepare<[], string>(TABLES).pluck().all())
				db.prepare(`SELECT * FROM "${table}" LIMIT 1`).get();
			const version = db.pragma('user_version', { simple: true });
			db.pragma(`user_version = ${version}`);
		}).immediate();
	} finally {
		db.close();
	}
}
