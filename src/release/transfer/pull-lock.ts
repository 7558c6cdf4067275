import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isLocked } from '../../shared/retry-while-locked.ts';
import { UserError } from '../../shared/user-error.ts';

/**
 * Runs `work` while no other process pulls into the same folder of releases. The lock is SQLite's lock on an empty
 * file. The system releases the lock when the process ends, even if the process is killed.
 *
 * @throws UserError when another process is pulling
 */
export async function withPullLock<T>(out: string, work: () => Promise<T>): Promise<T> {
	const db = new Database(join(out, 'pull.lock'), { timeout: 0 });
	try {
		db.exec('BEGIN EXCLUSIVE');
		return await work();
	} catch (cause) {
		if (!isLocked(cause)) throw cause;
		throw new UserError(`Another command is pulling releases into ${out}. Try again when it has finished.`, { cause });
	} finally {
		db.close();
	}
}
