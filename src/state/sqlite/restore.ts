import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { diskFull, isDiskFull } from '../../shared/disk-full.ts';
import { explain } from '../../shared/explain.ts';
import { makeFolder } from '../../shared/make-folder.ts';
import { syncToDisk } from '../../shared/sync-to-disk.ts';
import { readEndings } from '../copy/endings.ts';
import { needBackup, type RestoredState, restoreCopy } from '../copy/restore-copy.ts';
import { takeLock } from './folder-lock.ts';
import { readPrevious } from './read-previous.ts';
import { refuseSharedFolder } from './shared-folder.ts';

/** The suffixes of the files that SQLite keeps beside a database. The empty suffix is for the database itself. */
const PARTS = ['-wal', '-shm', '-journal', ''];
/** The files that a state folder can contain after its state has been removed. */
const OWN_FILES = /^(?:lock|reserve|replaced-.*|(?:state|attempts|restored)\.sqlite.*)$/;

/**
 * Restores a backup as the state in `folder`. The backup is copied, checked and updated to this version before the state
 * changes. The files of the previous state are moved to a new subfolder. Access that has ended in the previous state stays
 * ended: see `endAgain`.
 *
 * @throws UserError when a server or command is using the state, when the backup is missing, damaged, from a newer
 *   version or changed by another program, or when the disk is full. In all these cases, the state stays as it was
 */
export async function restoreState(file: string, folder: string, now: Date): Promise<RestoredState> {
	needBackup(file);
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
		const endings = existsSync(state) ? await readPrevious(state, readEndings) : undefined;
		const restored = await restoreCopy(file, unfinished, endings, now);
		syncToDisk(unfinished);
		const replaced = replace(state, unfinished, join(folder, `replaced-${now.toISOString().replaceAll(':', '-')}`));
		return { ...restored, replaced };
	} finally {
		for (const part of PARTS) rmSync(`${unfinished}${part}`, { force: true });
		lock.release();
	}
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
