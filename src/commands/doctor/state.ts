/** Checks the state, its backups and the clock, without creating or updating anything. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { closing } from '../../shared/sqlite.ts';
import { LAST_VERSION } from '../../state/migrations.ts';
import { openState } from '../../state/open-state.ts';
import { versionOf } from '../../state/sqlite/migrate.ts';
import type { State } from '../../state/state.ts';
import { count } from '../../website/format/numbers.ts';
import { megabytes } from '../figures.ts';
import { attempt, type Finding, ok, problem, problemOf, skipped, warning } from './finding.ts';
import { isForeignRoot } from './machine.ts';

/** A state that takes longer than this to answer slows down every request with a key, in milliseconds. */
const SLOW = 50;
const DAY = 86_400_000;
/** A nightly backup is missing if the last one is this old, in days. */
const OLD_BACKUP = 2;
/** A clock that differs by more than this makes keys and sessions end at the wrong time, in milliseconds. */
const CLOCK_DIFFERENCE = 60_000;
const CHECK_POSTGRES = 'Check DATABASE_URL, the network and PostgreSQL.';

/**
 * Opens the state if this version of the application has made its tables. Otherwise, opening would update them, and the
 * servers of another version could no longer use them.
 *
 * @returns the state, or why it was not opened
 */
export async function openUnchanged(folder: string, url = process.env.DATABASE_URL): Promise<State | Finding> {
	try {
		if (!url && existsSync(folder) && isForeignRoot(statSync(folder).uid)) {
			return skipped('state', 'Root cannot open the state of another user without leaving files of its own there.');
		}
		const version = url ? await postgresVersion(url) : sqliteVersion(folder);
		if (version === 0) {
			return warning('state', `There is no state in ${url ? 'the database' : folder} yet.`, 'Start the server once.');
		}
		if (version !== LAST_VERSION) {
			return warning(
				'state',
				`Another version of the application has made the tables of the state: they have version ${version}, and this one makes version ${LAST_VERSION}.`,
				version < LAST_VERSION
					? 'Start a server of this version. It updates the tables, or says what can. Then run doctor again.'
					: 'Run the doctor of the version that the newest server runs.',
			);
		}
		return await openState(folder, url);
	} catch (error) {
		return problemOf(
			'state',
			error,
			url ? CHECK_POSTGRES : `Check ${folder}. If its files are damaged, restore a backup.`,
		);
	}
}

function sqliteVersion(folder: string): number {
	const file = join(folder, 'state.sqlite');
	if (!existsSync(file)) return 0;
	using db = closing(new Database(file, { fileMustExist: true, timeout: 2000 }));
	return versionOf(db);
}

async function postgresVersion(url: string): Promise<number> {
	const { readVersion } = await import('../../state/postgres/migrate.ts');
	return readVersion(url);
}

export async function checkState(state: State): Promise<Finding[]> {
	const remedy = state.clockAhead ? CHECK_POSTGRES : 'Check which programs use the state, and its disk.';
	return [
		await attempt('state', () => checkDatabase(state), remedy),
		await attempt('backup', () => checkBackup(state, new Date()), remedy),
		await attempt('clock', () => checkClock(state), remedy),
	];
}

async function checkDatabase(state: State): Promise<Finding> {
	const start = performance.now();
	await state.probe();
	const ms = performance.now() - start;
	const { length } = await state.accounts.all();
	const kind = state.clockAhead ? 'PostgreSQL' : 'SQLite';
	const found = `${kind} can be read and written in ${ms.toFixed(1)} ms. ${megabytes(await state.size())}, ${count(length, 'account')}.`;
	const slow = 'Find out why the database is slow.';
	if (!(await findsKeys(state))) {
		return problem('state', `${found} That is too slow for API keys: they get a 503. Accounts are slow.`, slow);
	}
	return ms < SLOW ? ok('state', found) : warning('state', found, slow);
}

/** Whether a key is looked up in the time for which requests wait. */
async function findsKeys({ keyReader }: State): Promise<boolean> {
	try {
		await keyReader.find('key', () => true);
		return true;
	} catch {
		return false;
	}
}

export async function checkBackup({ about }: Pick<State, 'about'>, now: Date): Promise<Finding> {
	const at = await about.backedUpAt();
	const remedy =
		'Run npm run backup each night, for example with directory-backup@.timer. If it should run, look at its log.';
	if (at === undefined) return warning('backup', 'npm run backup has never backed up this state.', remedy);
	const days = Math.floor((now.getTime() - Date.parse(at)) / DAY);
	const found = `The state was last backed up at ${at}.`;
	return days < OLD_BACKUP ? ok('backup', found) : warning('backup', `${found} That is ${days} days ago.`, remedy);
}

async function checkClock({ clockAhead }: State): Promise<Finding> {
	if (clockAhead === undefined) return skipped('clock', 'There is no other clock to compare with.');
	const ahead = await clockAhead();
	const found = `This clock and PostgreSQL’s differ by ${(Math.abs(ahead) / 1000).toFixed(1)} s.`;
	if (Math.abs(ahead) < CLOCK_DIFFERENCE) return ok('clock', found);
	return problem('clock', found, 'Synchronize the clocks of both machines, for example with NTP.');
}
