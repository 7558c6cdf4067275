/** Backs up the state while servers use it. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import { explain } from '../../shared/explain.ts';
import { makeFolder } from '../../shared/make-folder.ts';
import { syncToDisk } from '../../shared/sync-to-disk.ts';
import { UserError } from '../../shared/user-error.ts';
import { copyStateFile, type StateCounts } from './copy-file.ts';
import { shareLock } from './folder-lock.ts';
import { BACKUP_TABLE } from './known-schema.ts';

/**
 * Writes a backup of the state in `folder` to `file`. The file appears only when the backup is complete and checked.
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
		};
		const counts = await copyStateFile(state, unfinished, addDate, { readonly: false });
		syncToDisk(unfinished);
		refuseExisting(file);
		renameSync(unfinished, file);
		syncToDisk(dirname(file));
		return counts;
	} finally {
		for (const part of ['', '-journal']) rmSync(`${unfinished}${part}`, { force: true });
		lock.release();
	}
}

/** @throws UserError when `file` exists */
export function refuseExisting(file: string): void {
	if (existsSync(file)) {
		throw new UserError(
			`${file} already exists. Choose another file, or remove this one first: a backup never replaces a file.`,
		);
	}
}
