import { closeSync, fstatSync, openSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { explain } from '../shared/explain.ts';
import { lockProblem } from './open.ts';

/**
 * Runs `work` while this process holds the lock of a snapshot. The snapshot need not exist yet. Only one process can
 * hold the lock. The lock is SQLite's lock on an empty file beside the snapshot. The operating system releases the lock
 * when the process ends, even if the process is killed. The lock is not on the snapshot itself, because a process loses
 * all locks on a file each time it closes that file, even after it has only read the file.
 *
 * @throws UserError when another process holds the lock, the folder is not writable or the disk is full
 */
export function withLock<T>(file: string, work: () => T): T {
	const path = `${file}.lock`;
	// The file stays open while the lock is held, so that no other file gets the same inode.
	const descriptor = explain(() => openSync(path, 'a'), 'write', file);
	const db = new Database(path, { timeout: 0 });
	try {
		try {
			db.pragma('journal_mode = MEMORY');
			db.exec('BEGIN IMMEDIATE');
			// After this process opened the lock file, the previous holder may have removed that file, and another
			// process may have created a new one.
			if (statSync(path).ino !== fstatSync(descriptor).ino) throw new Error('replaced meanwhile');
		} catch (error) {
			throw lockProblem(file, error);
		}
		try {
			return work();
		} finally {
			rmSync(path, { force: true });
		}
	} finally {
		db.close();
		closeSync(descriptor);
	}
}
