/** Backs up the state while servers use it. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { explain } from '../../shared/explain.ts';
import { makeFolder } from '../../shared/make-folder.ts';
import { syncToDisk } from '../../shared/sync-to-disk.ts';
import { UserError } from '../../shared/user-error.ts';
import { NOTE_BACKUP } from '../about-store.ts';
import { copyStateFile, type StateCounts } from './copy-file.ts';
import { shareLock } from './folder-lock.ts';
import { BACKUP_TABLE } from './known-schema.ts';

/** How long to wait while another process writes to the state, in milliseconds. */
const PATIENCE = 5000;

/**
 * Writes a backup of the state in `folder` to `file`. The file appears only when the backup is complete and checked. Then
 * the state notes when it was backed up.
 *
 * @throws UserError when `file` already exists, there is no state, or the state cannot be copied
 */
export async function backUpState(folder: string, file: string, now: Date): Promise<StateCounts> {
	const state = join(folder, 'state.sqlite');
	if (!existsSync(state)) {
		throw new UserError(`There is no state in ${folder}. Set its folder with --state or STATE_DIR.`);
	}
	refuseExisting(file);
	explain(() => makeFolder(dirname(file), 0o700), 'make the folder', dirname(file));
	const lock = shareLock(folder);
	const unfinished = `${file}.${process.pid}.unfinished`;
	try {
		const addDate = (copy: Database.Database) => {
			// A state that is itself a copied backup has the table already.
			copy.exec(`DROP TABLE IF EXISTS backup; ${BACKUP_TABLE}`);
			copy.prepare('INSERT INTO backup VALUES (?)').run(now.toISOString());
			noteBackup(copy, now);
		};
		const counts = await copyStateFile(state, unfinished, addDate, { readonly: false });
		syncToDisk(unfinished);
		refuseExisting(file);
		renameSync(unfinished, file);
		syncToDisk(dirname(file));
		noteInState(state, file, now);
		return counts;
	} finally {
		for (const part of ['', '-journal']) rmSync(`${unfinished}${part}`, { force: true });
		lock.release();
	}
}

function noteInState(state: string, file: string, now: Date): void {
	try {
		const db = new Database(state, { fileMustExist: true, timeout: PATIENCE });
		noteBackup(db, now);
		db.close();
	} catch (error) {
		throw notNoted(file, error);
	}
}

/** The error for a backup that is complete, although its state could not note it. */
export function notNoted(file: string, cause: unknown): UserError {
	return new UserError(
		`${file} is a complete backup, but the state could not note when it was made (${(cause as Error).message}), so npm run doctor and /metrics show an older time.`,
		{ cause },
	);
}

/** A state of an older version has no place for the note. */
function noteBackup(db: Database.Database, now: Date): void {
	const hasPlace = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'about'").get() !== undefined;
	if (hasPlace) db.prepare(NOTE_BACKUP).run({ at: now.toISOString() });
}

/** @throws UserError when `file` exists */
export function refuseExisting(file: string): void {
	if (existsSync(file)) {
		throw new UserError(
			`${file} already exists. Choose another file, or remove this one first: a backup never replaces a file.`,
		);
	}
}
