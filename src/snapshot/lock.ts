import { closeSync, fstatSync, openSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { explain } from '../shared/explain.ts';
import { lockProblem } from './open.ts';

/**
 * Runs `work` while no other process runs its own for the same snapshot, which need not be there yet. The lock is
 * SQLite's, on an empty file beside: the system ends it with the process, however that ends. It is not on the snapshot
 * itself, since a process loses its locks on a file whenever it closes that file, also after reading it.
 *
 * @throws UserError when another process is at it, or the folder cannot be written
 */
export function withLock<T>(file: string, work: () => T): T {
	const path = `${file}.lock`;
	// Open until the end, so that no other file gets its inode.
	const descriptor = explain(() => openSync(path, 'a'), 'write', file);
	const db = new Database(path, { timeout: 0 });
	try {
		try {
			db.pragma('journal_mode = MEMORY');
			db.exec('BEGIN IMMEDIATE');
			// Whoever had it before may have removed it since it was opened here, and another may have made a new one.
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
