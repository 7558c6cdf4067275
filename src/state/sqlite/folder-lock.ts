/**
 * The lock of a state folder. Servers and commands share the lock while they use the state. `restore` takes the lock
 * exclusively, because it replaces a file that servers and other commands may have open. The lock is SQLite's lock on
 * an empty file. The empty file is never removed. The operating system releases the lock when a process ends, even if
 * the process is killed.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isLocked } from '../../shared/sqlite.ts';
import { UserError } from '../../shared/user-error.ts';

/** How long to wait for `restore`, in milliseconds. This blocks the process. */
const PATIENCE = 5000;

export interface FolderLock {
	release(): void;
}

/**
 * Takes the lock of a folder, shared with other processes.
 *
 * @throws UserError when `restore` still holds the lock after five seconds
 */
export function shareLock(folder: string): FolderLock {
	return lock(folder, 'BEGIN; SELECT count(*) FROM sqlite_schema', {
		patience: PATIENCE,
		problem: `npm run restore is replacing the state in ${folder}. Wait until it has finished, then try again.`,
	});
}

/**
 * Takes the lock of a folder exclusively.
 *
 * @throws UserError when another process is using the state
 */
export function takeLock(folder: string): FolderLock {
	return lock(folder, 'BEGIN EXCLUSIVE', {
		patience: 0,
		problem: `A server or another command is using the state in ${folder}. Stop it, then try again.`,
	});
}

function lock(folder: string, begin: string, { patience, problem }: { patience: number; problem: string }): FolderLock {
	const umask = process.umask(0o077);
	try {
		const db = new Database(join(folder, 'lock'), { timeout: patience });
		try {
			db.exec(begin);
		} catch (error) {
			db.close();
			throw isLocked(error) ? new UserError(problem, { cause: error }) : error;
		}
		return { release: () => void db.close() };
	} finally {
		process.umask(umask);
	}
}

/**
 * Throws an error if a folder contains other files but no state. Only its owner can open a state folder, so other users
 * would lose access to the other files.
 *
 * @param own matches the names of files that do not count as other files
 */
export function refuseSharedFolder(folder: string, own: RegExp): void {
	if (existsSync(join(folder, 'state.sqlite'))) return;
	if (readdirSync(folder).every((name) => own.test(name))) return;
	throw new UserError(
		`The folder ${folder} contains other files. Choose a separate folder for the state with --state or STATE_DIR.`,
	);
}
