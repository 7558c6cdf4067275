/** Backs up a state in PostgreSQL as one file, and restores it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diskFull, explain, isDiskFull } from '../../shared/explain.ts';
import { makeFolder } from '../../shared/files.ts';
import { copyTables } from '../copy/copy-state.ts';
import { readEndings } from '../copy/endings.ts';
import { type PostgresSide, postgresSide } from '../copy/postgres-side.ts';
import { needBackup, type RestoredState, restoreCopy } from '../copy/restore-copy.ts';
import { sqliteSide } from '../copy/sqlite-side.ts';
import { backUpState, notNoted, refuseExisting } from '../sqlite/backup.ts';
import type { StateCounts } from '../sqlite/state-counts.ts';
import { refuseRunningServers, refuseUpdate } from './in-use.ts';
import { openPostgres } from './open-postgres.ts';

/**
 * Writes a backup of the state to `file`, while servers use the state. It has the same form as a backup of a state in
 * SQLite, so either can be restored in the other database. Then the state notes when it was backed up.
 *
 * @throws UserError when `file` already exists, or when PostgreSQL cannot be used or has tables of another version
 */
export async function backUpPostgres(url: string, file: string, now: Date): Promise<StateCounts> {
	refuseExisting(file);
	await refuseUpdate(url);
	const counts = await withFolderBeside(file, (folder) =>
		withPostgres(url, async (state) => {
			await state.beginSnapshot();
			return writeBackup(state, folder, file, now);
		}),
	);
	const state = await openPostgres(url);
	try {
		await state.about.noteBackup(now);
	} catch (error) {
		throw notNoted(file, error);
	} finally {
		await state.close();
	}
	return counts;
}

/**
 * Replaces the state with a backup, in one transaction. See `restoreCopy` for what does not come back. The replaced state becomes a backup beside `file`.
 *
 * @throws UserError when a server is using the state, when the backup is missing, damaged, from a newer version or
 *   changed by another program, or when the disk is full. In all these cases, the state stays as it was
 */
export async function restorePostgres(file: string, url: string, now: Date): Promise<RestoredState> {
	needBackup(file);
	await refuseRunningServers(url);
	return withFolderBeside(file, (folder) =>
		withPostgres(url, async (state) => {
			await state.beginWriting();
			const previous = join(dirname(file), `replaced-${now.toISOString().replaceAll(':', '-')}.sqlite`);
			await withFolderBeside(file, (aside) => writeBackup(state, aside, previous, now));
			const endings = readEndings(previous);
			if (endings === undefined) rmSync(previous);
			const restored = await restoreCopy(file, folder, endings, now);
			const copy = await sqliteSide(folder, true);
			try {
				await copyTables(copy, state);
			} finally {
				await copy.close();
			}
			return { ...restored, replaced: endings && previous };
		}),
	);
}

async function writeBackup(state: PostgresSide, folder: string, file: string, now: Date): Promise<StateCounts> {
	const copy = await sqliteSide(folder, false);
	try {
		await copy.beginWriting();
		await copyTables(state, copy);
	} finally {
		await copy.close();
	}
	return backUpState(folder, file, now);
}

async function withPostgres<T>(url: string, work: (state: PostgresSide) => Promise<T>): Promise<T> {
	const state = await postgresSide(url);
	try {
		return await work(state);
	} finally {
		await state.close();
	}
}

/** Runs `work` with a new private folder beside a file, and removes the folder. */
async function withFolderBeside<T>(file: string, work: (folder: string) => Promise<T>): Promise<T> {
	const beside = dirname(file);
	const folder = explain(
		() => {
			makeFolder(beside, 0o700);
			return mkdtempSync(join(beside, '.state-'));
		},
		'make a folder in',
		beside,
	);
	try {
		return await work(folder);
	} catch (error) {
		throw isDiskFull(error) ? diskFull(beside, error) : error;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
