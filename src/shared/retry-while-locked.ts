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

/** Whether an error means that another process holds the lock. */
export function isLocked(error: unknown): boolean {
	return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
