/** Replaces the state with a backup. */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { explain } from '../../shared/explain.ts';
import { makeFolder } from '../../shared/make-folder.ts';
import { syncToDisk } from '../../shared/sync-to-disk.ts';
import { UserError } from '../../shared/user-error.ts';
import { copyState, type StateCounts } from './copy-state.ts';
import { takeLock } from './folder-lock.ts';
import { refuseSharedFolder } from './shared-folder.ts';

/** A state that has been restored. */
export interface RestoredState extends StateCounts {
	/**
	 * The time when the backup was made, in ISO 8601. If the file is a plain copy of a state, not a backup, this is the
	 * time when the file was last changed.
	 */
	readonly madeAt: string;
	/** The folder with the files of the replaced state, or undefined if there was no previous state. */
	readonly replaced: string | undefined;
	/**
	 * The number of keys that were revoked after the backup and stay revoked. Undefined if there was no previous state
	 * or it could not be read.
	 */
	readonly revoked: number | undefined;
}

interface Revocation {
	readonly id: string;
	readonly revoked_at: string;
}

/** The suffixes of the files that SQLite keeps beside a database. The empty suffix is for the database itself. */
const PARTS = ['-wal', '-shm', '-journal', ''];
/** The files that a state folder can contain after its state has been removed. */
const OWN_FILES = /^(?:lock|reserve|replaced-.*|(?:state|attempts|restored)\.sqlite.*)$/;

/**
 * Restores a backup as the state in `folder`. The backup is copied and checked before the state changes. The files of
 * the previous state are moved to a new subfolder. Keys that are revoked in the previous state stay revoked.
 *
 * @throws UserError when a server or command is using the state, or when the backup is missing, damaged or from a newer
 *   version. In all these cases, the state stays as it was
 */
export async function restoreState(file: string, folder: string, now: Date): Promise<RestoredState> {
	if (!existsSync(file))
		throw new UserError(`There is no file ${file}. Give the path of a file that npm run backup wrote.`);
	const state = join(folder, 'state.sqlite');
	explain(() => makeFolder(folder, 0o700), 'make the state folder', folder);
	refuseSharedFolder(folder, OWN_FILES);
	chmodSync(folder, 0o700);
	const lock = takeLock(folder);
	const unfinished = join(folder, 'restored.sqlite');
	try {
		for (const part of PARTS) rmSync(`${unfinished}${part}`, { force: true });
		const revocations = existsSync(state) ? readRevocations(state) : undefined;
		let madeAt = statSync(file).mtime.toISOString();
		let revoked: number | undefined;
		const counts = await copyState(file, unfinished, (copy) => {
			madeAt = takeDate(copy) ?? madeAt;
			if (revocations !== undefined) revoked = revokeAgain(copy, revocations);
		});
		syncToDisk(unfinished);
		const replaced = setAside(state, folder, now);
		renameSync(unfinished, state);
		syncToDisk(folder);
		return { ...counts, madeAt, replaced, revoked };
	} finally {
		rmSync(unfinished, { force: true });
		lock.release();
	}
}

/**
 * Reads which keys have been revoked in a state. Closing the database also moves its write-ahead log into it. Returns
 * undefined if the state is damaged, for example because a database file was copied to a folder that contains another
 * database's log.
 */
function readRevocations(state: string): readonly Revocation[] | undefined {
	try {
		const db = new Database(state, { fileMustExist: true });
		try {
			return db.prepare<[], Revocation>('SELECT id, revoked_at FROM keys WHERE revoked_at IS NOT NULL').all();
		} finally {
			db.close();
		}
	} catch (error) {
		if (error instanceof Database.SqliteError) return undefined;
		throw error;
	}
}

/**
 * Returns the date of a backup, and removes the table that stores the date. Returns undefined if the file was not a
 * backup.
 */
function takeDate(copy: Database.Database): string | undefined {
	if (copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'backup'").get() === undefined) return undefined;
	const date = copy.prepare<[], string>('SELECT made_at FROM backup').pluck().get();
	copy.exec('DROP TABLE backup');
	return date;
}

/** Revokes the keys that were revoked after the backup was made. Returns how many they are. */
function revokeAgain(copy: Database.Database, revocations: readonly Revocation[]): number {
	const revoke = copy.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
	return revocations.reduce((sum, { id, revoked_at }) => sum + revoke.run(revoked_at, id).changes, 0);
}

/** Moves the files of a state into a new folder. Returns the folder, or undefined if there are no files. */
function setAside(state: string, folder: string, now: Date): string | undefined {
	const parts = PARTS.filter((part) => existsSync(`${state}${part}`));
	if (parts.length === 0) return undefined;
	const aside = join(folder, `replaced-${now.toISOString().replaceAll(':', '-')}`);
	mkdirSync(aside, 0o700);
	// The database is moved last, so that it never lies beside a log of another database.
	for (const part of parts) renameSync(`${state}${part}`, join(aside, `${basename(state)}${part}`));
	syncToDisk(aside);
	return aside;
}
