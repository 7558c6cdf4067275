/**
 * Opens states in the database of a Vitest project, for tests that run with each database that the application
 * supports.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import type { SqlValues } from '../../src/state/database.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import { queryOf } from '../../src/state/postgres/query.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import type { State } from '../../src/state/state.ts';
import { emptyDatabase } from './postgres.ts';

export const ENGINES = ['SQLite', 'PostgreSQL'] as const;
type Engine = (typeof ENGINES)[number];

declare module 'vitest' {
	export interface ProvidedContext {
		/** The database in which a Vitest project's states are. It is undefined for SQLite. */
		readonly engine: Engine;
	}
}

/** The database in which this Vitest project's states are. */
export const ENGINE = inject('engine') ?? 'SQLite';

export interface Row {
	readonly [column: string]: unknown;
}

/** Runs a statement on the database of a state. Returns the rows of a query. */
export async function rowsOf({ database }: State, sql: string, values: SqlValues = {}): Promise<readonly Row[]> {
	if ('connect' in database) return (await database.query(queryOf({ sql, values }))).rows;
	const statement = database.prepare<[SqlValues], Row>(sql);
	if (statement.reader) return statement.all(values);
	statement.run(values);
	return [];
}

/** Makes a state trust its clock, as it does after a day. */
export async function trustClock(state: State): Promise<void> {
	await state.clock.now();
	await rowsOf(state, 'UPDATE clock SET since = 0');
}

/** A place for a state. */
export interface StatePlace {
	/** Opens the state, as another process would. */
	open(): Promise<State>;
	/** Deletes all rows. */
	clear(): Promise<void>;
	/** Closes every state that `open` opened. */
	close(): Promise<void>;
	/** Closes every state that `open` opened. With SQLite, also deletes the state's folder. */
	remove(): Promise<void>;
}

/** Makes an empty place for a state. */
export async function statePlace(engine: Engine = ENGINE): Promise<StatePlace> {
	const opened: State[] = [];
	function keep<S extends State>(state: S): S {
		opened.push(state);
		return state;
	}
	const close = async () => void (await Promise.all(opened.splice(0).map((state) => state.close())));
	if (engine === 'PostgreSQL') {
		const url = await emptyDatabase();
		return {
			open: async () => keep(await openPostgres(url)),
			async clear() {
				const state = await openPostgres(url);
				await (state.database as Pool).query(
					'TRUNCATE accounts, verifications, sign_ups, jobs, proposals, webhook_messages, webhook_releases, secrets, clock, attempts, deleted_accounts, program_views, viewer_days, viewer_hashes CASCADE',
				);
				await state.close();
			},
			close,
			remove: close,
		};
	}
	let folder = mkdtempSync(join(tmpdir(), 'state-'));
	return {
		open: async () => keep(openSqlite(folder)),
		async clear() {
			await close();
			rmSync(folder, { recursive: true });
			folder = mkdtempSync(join(tmpdir(), 'state-'));
		},
		close,
		async remove() {
			await close();
			rmSync(folder, { recursive: true });
		},
	};
}
