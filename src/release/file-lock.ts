import Database from 'better-sqlite3';
import { closing, retryWhileLocked } from '../shared/sqlite.ts';

/**
 * Runs `work` while no other process holds the lock of a file. The lock is SQLite's lock on an empty file. The system
 * releases the lock when the process ends, even if the process is killed.
 *
 * @param patience how long to wait for the lock, in milliseconds
 * @throws SQLITE_BUSY if another process keeps the lock, and errors of `work`
 */
export async function withFileLock<T>(file: string, patience: number, work: () => Promise<T>): Promise<T> {
	using db = closing(new Database(file, { timeout: 0 }));
	await retryWhileLocked(() => {
		// Nothing is written, so a journal would only be left behind by a process that is killed.
		db.pragma('journal_mode = MEMORY');
		db.exec('BEGIN EXCLUSIVE');
	}, patience);
	return await work();
}
