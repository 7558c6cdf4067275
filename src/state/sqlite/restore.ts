import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { diskFull, explain, isDiskFull } from '../../shared/explain.ts';
import { makeFolder, syncToDisk } from '../../shared/files.ts';
import { readEndings } from '../copy/endings.ts';
import { needBackup, type RestoredState, restoreCopy } from '../copy/restore-copy.ts';
import { refuseSharedFolder, takeLock } from './folder-lock.ts';

/** The suffixes of the files that SQLite keeps beside a database. The empty suffix is for the database itself. */
const PARTS = ['-wal', '-shm', '-journal', ''];
/** The files that a state folder can contain after its state has been removed. */
const OWN_FILES = /^(?:lock|restored|replaced-.*|(?:state|attempts)\.sqlite.*)$/;

/**
 * Restores a backup as the state in `folder`. The new state is complete before the previous one changes. The files of the
 * previous state are moved to a new subfolder. See `restoreCopy` for what does not come back.
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
	const fresh = join(folder, 'restored');
	try {
		rmSync(fresh, { recursive: true, force: true });
		const restored = await restoreCopy(file, fresh, readEndings(state), now);
		const next = join(fresh, 'state.sqlite');
		syncToDisk(next);
		const replaced = replace(state, next, join(folder, `replaced-${now.toISOString().replaceAll(':', '-')}`));
		return { ...restored, replaced };
	} finally {
		rmSync(fresh, { recursive: true, force: true });
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
