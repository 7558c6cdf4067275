/** Creates and updates snapshots. */
import { closeSync, fstatSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { diskFull, explain, isDiskFull } from '../shared/explain.ts';
import { syncToDisk } from '../shared/files.ts';
import { closing } from '../shared/sqlite.ts';
import { UserError } from '../shared/user-error.ts';
import { type ChangeOrigin, changeLog, insertChange } from './changes/change-log.ts';
import type { ChangeWithEdits } from './changes/read-changes.ts';
import { copyIntoSchema, firstRefusal } from './copy.ts';
import { distrust, lockProblem, openSnapshot } from './open.ts';
import { type SnapshotWriter, writerOf } from './record-writer.ts';
import { CACHE, freshDatabase, isOutdated, SCHEMA_VERSION } from './schema.ts';

/**
 * A change that is being made to a snapshot, in one transaction. Each edit is made at once, so what is read includes the
 * edits so far. An error undoes all of them.
 */
export interface OpenChange extends SnapshotWriter {
	/** The snapshot, to read what is to be changed. */
	readonly db: Database.Database;
	/** The time of the change, as a timestamp. */
	readonly now: string;
	/** Returns the change that was logged so far, with its edits. Undefined if nothing was logged. */
	logged(): ChangeWithEdits | undefined;
}

/**
 * Creates the snapshot, or updates it in one transaction, with an entry in the log of changes. Until the write is
 * complete, readers see the old records. If `fill` throws or the process dies, the old records stay.
 */
export type WriteSnapshot = (
	origin: ChangeOrigin,
	fill: (change: OpenChange) => void,
	options?: SnapshotWriteOptions,
) => void;

export interface SnapshotWriteOptions {
	/** Whether to replace the file with a new one instead of updating it. */
	readonly startsEmpty?: boolean;
	/** Whether to undo everything at the end, to find out what would be written. Only for a file that exists. */
	readonly isTrial?: boolean;
}

/**
 * Runs `work` while no other process of this application can write the snapshot `file`, which need not exist yet. If
 * another tool changes the file before `work` writes it, the write fails.
 */
export function lockSnapshot<T>(file: string, work: (write: WriteSnapshot) => T): T {
	return withLock(file, () => {
		// Only the holder of the lock writes this file, so an existing file was left behind by a killed process.
		const unfinished = `${file}.tmp`;
		rmSync(unfinished, { force: true });
		const original = openOriginal(file);
		try {
			return work((origin, fill, { startsEmpty = false, isTrial = false } = {}) => {
				try {
					original.lock();
					if (!startsEmpty && original.db !== undefined && !isOutdated(original.db)) {
						return update(original.db, origin, fill, isTrial);
					}
					if (startsEmpty || original.db === undefined) writeNew(unfinished, origin, fill);
					else updateCopy(file, unfinished, origin, fill, isTrial);
					if (isTrial) rmSync(unfinished, { force: true });
					else renameSync(unfinished, file);
				} catch (error) {
					rmSync(unfinished, { force: true });
					throw asUserError(error, file);
				}
			});
		} finally {
			original.close();
		}
	});
}

function asUserError(error: unknown, file: string): unknown {
	if (isDiskFull(error)) return diskFull(file, error);
	if (!(error instanceof Database.SqliteError) || !/^SQLITE_(CANTOPEN|IOERR|READONLY)/.test(error.code)) return error;
	return new UserError(`Could not write ${file}: ${error.message}. Choose another path, or check the disk.`, {
		cause: error,
	});
}

interface Original {
	/** The open file, or undefined if there is none. */
	readonly db: Database.Database | undefined;
	/** If the file exists, starts a transaction that locks it against other tools. */
	lock(): void;
	close(): void;
}

function openOriginal(file: string): Original {
	const inode = () => statSync(file, { throwIfNoEntry: false })?.ino;
	const opened = inode();
	const db = opened === undefined ? undefined : openToWrite(file);
	const version = () => db?.pragma('data_version', { simple: true });
	const before = version();
	return {
		db,
		lock() {
			try {
				db?.exec('BEGIN IMMEDIATE');
				if (version() !== before || inode() !== opened) throw new Error('changed meanwhile');
			} catch (error) {
				throw lockProblem(file, error);
			}
		},
		close: () => db?.close(),
	};
}

function openToWrite(file: string): Database.Database {
	openSnapshot(file).close();
	const db = new Database(file, { timeout: 0 });
	try {
		distrust(db);
		// Leave WAL mode, because it keeps changes in a second file until SQLite copies them into this one.
		if (db.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw new Error('in use');
		db.pragma('foreign_keys = ON');
		// Erased values must not stay in unused parts of the file.
		db.pragma('secure_delete = ON');
		db.pragma(CACHE);
	} catch (error) {
		db.close();
		throw lockProblem(file, error);
	}
	return db;
}

/**
 * How long committing an update waits for readers, in milliseconds. A reader that checks a large snapshot needs half a
 * minute.
 */
const WAIT_FOR_READERS = 120_000;

/** Updates a snapshot in the transaction that locks it. */
function update(
	db: Database.Database,
	origin: ChangeOrigin,
	fill: (change: OpenChange) => void,
	isTrial: boolean,
): void {
	try {
		const log = changeLog(db, origin);
		fill({ ...writerOf(db, log), db, now: origin.at, logged: log.logged });
		if (isTrial) return void db.exec('ROLLBACK');
		writeMeta(db, origin);
		db.pragma(`busy_timeout = ${WAIT_FOR_READERS}`);
		db.exec('COMMIT');
	} catch (error) {
		// Some errors, such as a full disk, have already ended the transaction.
		if (db.inTransaction) db.exec('ROLLBACK');
		throw error;
	}
}

/** Copies a file with an older schema into the current one, and updates the copy. */
function updateCopy(
	file: string,
	copy: string,
	origin: ChangeOrigin,
	fill: (change: OpenChange) => void,
	isTrial: boolean,
): void {
	const { db: copied, refused } = copyIntoSchema(file, copy);
	copied.close();
	if (refused[0] !== undefined) throw firstRefusal(file, refused[0]);
	{
		using db = closing(openToWrite(copy));
		db.exec('BEGIN IMMEDIATE');
		update(db, origin, fill, isTrial);
	}
	syncToDisk(copy);
}

function writeNew(file: string, origin: ChangeOrigin, fill: (change: OpenChange) => void): void {
	{
		using db = closing(freshDatabase(file));
		db.transaction(() => {
			fill({ ...writerOf(db), db, now: origin.at, logged: () => undefined });
			// Its edits are not logged: see `firstEdits`.
			if (origin.command === 'import') insertChange(db, origin);
			writeMeta(db, origin);
		})();
	}
	syncToDisk(file);
}

function writeMeta(db: Database.Database, { source, at }: ChangeOrigin): void {
	const set = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value');
	set.run('schema_version', String(SCHEMA_VERSION));
	set.run('created_at', at);
	if (source !== undefined) set.run('source', source);
}

/**
 * Runs `work` while this process holds the lock of a snapshot: SQLite's lock on an empty file beside it, which ends
 * with the process. It is not on the snapshot itself, because a process loses all locks on a file each time it closes
 * that file, even after it has only read the file.
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
