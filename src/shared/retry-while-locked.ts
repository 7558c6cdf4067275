import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';

/** How long a write is tried again while another process holds the lock, in milliseconds. */
const PATIENCE = 3000;
/** The longest pause between two tries, in milliseconds; the first is one. */
const LONGEST_PAUSE = 50;

/**
 * Writes to a SQLite file, and tries again while another process holds its write lock. SQLite's own busy timeout would stop
 * this whole process until the lock is free; here the process does other things between two tries.
 *
 * @param work one statement or one transaction: where it finds the file locked, it has changed nothing
 * @param patience how long to try, in milliseconds
 * @throws whatever `work` throws; SQLITE_BUSY when the file was locked all the time
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

/** Whether an error says that another process holds the lock. */
export function isLocked(error: unknown): boolean {
	return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
