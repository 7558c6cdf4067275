import Database from 'better-sqlite3';
import { retryWhileLocked } from '../shared/retry-while-locked.ts';

/** How long to try again while others write, in milliseconds; a write takes a few. */
const PATIENCE = 1000;

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'";

/**
 * Finds out whether a database can be read and written at the moment. Opens it anew, so a file that is no longer there is
 * noticed, and never blocks while someone else writes.
 *
 * @throws SqliteError where it cannot, or another process has held its lock for a second
 */
export async function probe(file: string): Promise<void> {
	await retryWhileLocked(() => readAndWrite(file), PATIENCE);
}

/** Reads a row of each table, and writes the version of the tables that is there already: the smallest change of all. */
function readAndWrite(file: string): void {
	const db = new Database(file, { fileMustExist: true, timeout: 0 });
	try {
		// What is written need not survive a power cut, so the commit does not wait for the disk.
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
