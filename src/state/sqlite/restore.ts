import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import { diskFull, isDiskFull } from '../../shared/disk-full.ts';
import { explain } from '../../shared/explain.ts';
import { makeFolder } from '../../shared/make-folder.ts';
import { syncToDisk } from '../../shared/sync-to-disk.ts';
import { UserError } from '../../shared/user-error.ts';
import { ENDED_KEYS_KEPT } from '../keys/key.ts';
import { copyStateFile, type StateCounts } from './copy-file.ts';
import { type EndedAgain, endAgain, readKeys } from './ended-keys.ts';
import { takeLock } from './folder-lock.ts';
import { runMigrations } from './migrate.ts';
import { refuseSharedFolder } from './shared-folder.ts';

export interface RestoredState extends StateCounts {
	/**
	 * The time when the backup was made, in ISO 8601. If the file is a plain copy of a state, not a backup, this is the
	 * time when the file was last changed.
	 */
	readonly madeAt: string;
	/** The folder with the files of the replaced state, or undefined if there was no previous state. */
	readonly replaced: string | undefined;
	/** The keys that do not work again. Undefined if there was no previous state or it was damaged. */
	readonly ended: EndedAgain | undefined;
}

const DAY = 24 * 60 * 60 * 1000;

/** The suffixes of the files that SQLite keeps beside a database. The empty suffix is for the database itself. */
const PARTS = ['-wal', '-shm', '-journal', ''];
/** The files that a state folder can contain after its state has been removed. */
const OWN_FILES = /^(?:lock|reserve|replaced-.*|(?:state|attempts|restored)\.sqlite.*)$/;

/**
 * Restores a backup as the state in `folder`. The backup is copied, checked and updated to this version before the state
 * changes. The files of the previous state are moved to a new subfolder. Keys that have ended in the previous state stay
 * ended.
 *
 * @throws UserError when a server or command is using the state, when the backup is missing, damaged, from a newer
 *   version or changed by another program, or when the disk is full. In all these cases, the state stays as it was
 */
export async function restoreState(file: string, folder: string, now: Date): Promise<RestoredState> {
	if (!statSync(file, { throwIfNoEntry: false })?.isFile())
		throw new UserError(`There is no file ${file}. Give the path of a file that npm run backup wrote.`);
	try {
		return await restore(file, folder, now);
	} catch (error) {
		throw isDiskFull(error) ? diskFull(folder, error) : error;
	}
}

async function restore(file: string, folder: string, now: Date): Promise<RestoredState> {
	const state = join(folder, 'state.sqlite');
	explain(() => makeFolder(folder, 0o700), 'make the state folder', folder);
	refuseSharedFolder(folder, OWN_FILES);
	chmodSync(folder, 0o700);
	const lock = takeLock(folder);
	const unfinished = join(folder, 'restored.sqlite');
	try {
		for (const part of PARTS) rmSync(`${unfinished}${part}`, { force: true });
		let madeAt = statSync(file).mtime.toISOString();
		let ended: EndedAgain | undefined;
		const change = (copy: Database.Database) => {
			madeAt = takeDate(copy) ?? madeAt;
			runMigrations(copy);
			const previous = existsSync(state) ? readKeys(state) : undefined;
			// All keys that have ended more recently than this are still in the previous state.
			const isRecent = now.getTime() - Date.parse(madeAt) <= ENDED_KEYS_KEPT * DAY;
			ended = previous && endAgain(copy, previous, now, isRecent);
		};
		const counts = await copyStateFile(file, unfinished, change, { readonly: true });
		syncToDisk(unfinished);
		const replaced = replace(state, unfinished, join(folder, `replaced-${now.toISOString().replaceAll(':', '-')}`));
		return { ...counts, madeAt, replaced, ended };
	} finally {
		for (const part of PARTS) rmSync(`${unfinished}${part}`, { force: true });
		lock.release();
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

/**
 * Replaces the files of a state with a new file, and moves them to the folder `aside`. If this fails, moves them back.
 *
 * @returns the folder, or undefined if there was no state
 */
function replace(state: string, next: string, aside: string): string | undefined {
	const parts = PARTS.filter((part) => existsSync(`${state}${part}`));
	const moved: string[] = [];
	try {
		if (parts.length > 0) mkdirSync(aside, 0o700);
		// The database is moved last, so that it never lies beside a log of another database.
		for (const part of parts) {
			renameSync(`${state}${part}`, join(aside, `${basename(state)}${part}`));
			moved.push(part);
		}
		if (parts.length > 0) syncToDisk(aside);
		renameSync(next, state);
	} catch (error) {
		for (const part of moved.reverse()) renameSync(join(aside, `${basename(state)}${part}`), `${state}${part}`);
		rmSync(aside, { recursive: true, force: true });
		throw error;
	}
	syncToDisk(dirname(state));
	return parts.length > 0 ? aside : undefined;
}
