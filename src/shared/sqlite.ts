import { chmodSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';

/** How long a write is retried while another process holds the lock, in milliseconds. */
const PATIENCE = 3000;
/** The maximum pause between two tries, in milliseconds. The first pause is one millisecond. */
const LONGEST_PAUSE = 50;

/**
 * Writes to a SQLite file, and tries again while another process holds its write lock. Meanwhile, this process can do
 * other work, whereas SQLite's own busy timeout would block it.
 *
 * @param work runs one statement or one transaction. It must change nothing if the file is locked
 */
export async function retryWhileLocked<T>(work: () => T | Promise<T>, patience = PATIENCE): Promise<T> {
	const end = performance.now() + patience;
	for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
		try {
			return await work();
		} catch (error) {
			if (!isLocked(error) || performance.now() + pause > end) throw error;
		}
		await sleep(pause);
	}
}

/** Lets `using` close a database, or something else that reads one, at the end of a block. */
export function closing<T extends { close(): unknown }>(open: T): T & Disposable {
	return Object.assign(open, { [Symbol.dispose]: () => void open.close() });
}

/** Whether an error means that another process holds the lock. */
export function isLocked(error: unknown): boolean {
	return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

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
