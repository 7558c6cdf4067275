/** Backs up the state while servers use it. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { diskFull, explain, isDiskFull } from '../../shared/explain.ts';
import { makeFolder, syncToDisk } from '../../shared/files.ts';
import { closing } from '../../shared/sqlite.ts';
import { UserError } from '../../shared/user-error.ts';
import { NOTE_BACKUP } from '../about-store.ts';
import { NOTE_MADE, openBackup } from './backup-file.ts';
import { shareLock } from './folder-lock.ts';
import { countRows, type StateCounts } from './state-counts.ts';

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
	const umask = process.umask(0o077);
	try {
		const counts = copy(state, unfinished, now);
		syncToDisk(unfinished);
		refuseExisting(file);
		renameSync(unfinished, file);
		syncToDisk(dirname(file));
		noteInState(state, file, now);
		return counts;
	} catch (error) {
		throw error instanceof Database.SqliteError ? explainCopy(error, state, file) : error;
	} finally {
		process.umask(umask);
		for (const part of ['', '-journal']) rmSync(`${unfinished}${part}`, { force: true });
		lock.release();
	}
}

/** Copies a state to a new file, even while other processes write to it, and checks the copy. */
function copy(state: string, to: string, now: Date): StateCounts {
	using db = closing(openBackup(state));
	db.prepare('VACUUM INTO ?').run(to);
	using copied = closing(new Database(to));
	const problem = copied.pragma('integrity_check(1)', { simple: true });
	if (problem !== 'ok') throw new UserError(`${state} is damaged: ${problem}.`);
	copied.prepare(NOTE_MADE).run({ at: now.toISOString() });
	return countRows(copied);
}

function explainCopy(cause: InstanceType<typeof Database.SqliteError>, from: string, to: string): UserError {
	if (isDiskFull(cause)) return diskFull(dirname(to), cause);
	if (/^SQLITE_CORRUPT/.test(cause.code)) return new UserError(`${from} is damaged (${cause.message}).`, { cause });
	return new UserError(`Could not copy ${from} to ${to}: ${cause.message}.`, { cause });
}

function noteInState(state: string, file: string, now: Date): void {
	try {
		const db = new Database(state, { fileMustExist: true });
		db.prepare(NOTE_BACKUP).run({ at: now.toISOString() });
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

/** @throws UserError when `file` exists */
export function refuseExisting(file: string): void {
	if (existsSync(file)) {
		throw new UserError(
			`${file} already exists. Choose another file, or remove this one first: a backup never replaces a file.`,
		);
	}
}
