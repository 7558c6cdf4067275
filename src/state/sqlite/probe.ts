import Database from 'better-sqlite3';
import { retryWhileLocked } from '../../shared/retry-while-locked.ts';

/** How long to retry while other processes write, in milliseconds. A single write takes only a few milliseconds. */
const PATIENCE = 1000;

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'";

/**
 * Tests whether a database can be read and written now. Opens the file again, so that the test fails if the file has
 * been deleted. Does not block this process while another process writes.
 *
 * @throws SqliteError when the test fails, or when the file is still locked after a second
 */
export async function probe(file: string): Promise<void> {
	await retryWhileLocked(() => readAndWrite(file), PATIENCE);
}

/** Reads a row of each table. Then makes the smallest possible write: writes `user_version` without changing it. */
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
