/** Checks the state and the clock, without creating or updating anything. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openState } from '../../state/open-state.ts';
import { LAST_VERSION, versionOf } from '../../state/sqlite/migrate.ts';
import type { State } from '../../state/state.ts';
import { count } from '../../website/format/numbers.ts';
import { megabytes } from '../figures.ts';
import { attempt, type Finding, ok, problem, skipped, warning } from './finding.ts';
import { isForeignRoot } from './machine.ts';

/** A state that takes longer than this to answer slows down every request with a key, in milliseconds. */
const SLOW = 50;
/** A clock that differs by more than this makes keys and sessions end at the wrong time, in milliseconds. */
const CLOCK_DIFFERENCE = 60_000;

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
		if (version === 'none') {
			return warning('state', `There is no state in ${url ? 'the database' : folder} yet.`, 'Start the server once.');
		}
		if (version === 'other') {
			return warning(
				'state',
				'Another version of the application has made the tables of the state.',
				'If this is the newer version, restart the servers with it. Then run doctor again.',
			);
		}
		return await openState(folder, url);
	} catch (error) {
		return problem('state', (error as Error).message);
	}
}

type Version = 'this' | 'other' | 'none';

function sqliteVersion(folder: string): Version {
	const file = join(folder, 'state.sqlite');
	if (!existsSync(file)) return 'none';
	const db = new Database(file, { fileMustExist: true, timeout: 2000 });
	try {
		return versionOf(db) === LAST_VERSION ? 'this' : 'other';
	} finally {
		db.close();
	}
}

async function postgresVersion(url: string): Promise<Version> {
	const { readVersion, LAST_VERSION: last } = await import('../../state/postgres/migrate.ts');
	const version = await readVersion(url);
	if (version === 0) return 'none';
	return version === last ? 'this' : 'other';
}

export async function checkState(state: State): Promise<Finding[]> {
	return [await attempt('state', () => checkDatabase(state)), await attempt('clock', () => checkClock(state))];
}

async function checkDatabase(state: State): Promise<Finding> {
	const start = performance.now();
	await state.probe();
	const ms = performance.now() - start;
	const { length } = await state.accounts.all();
	const kind = state.clockAhead ? 'PostgreSQL' : 'SQLite';
	const found = `${kind} can be read and written in ${ms.toFixed(1)} ms. ${megabytes(await state.size())}, ${count(length, 'account')}.`;
	return ms < SLOW ? ok('state', found) : warning('state', found, 'Find out why the database is slow.');
}

async function checkClock({ clockAhead }: State): Promise<Finding> {
	if (clockAhead === undefined) return skipped('clock', 'There is no other clock to compare with.');
	const ahead = await clockAhead();
	const found = `This clock and PostgreSQL’s differ by ${(Math.abs(ahead) / 1000).toFixed(1)} s.`;
	if (Math.abs(ahead) < CLOCK_DIFFERENCE) return ok('clock', found);
	return problem('clock', found, 'Synchronize the clocks of both machines, for example with NTP.');
}
