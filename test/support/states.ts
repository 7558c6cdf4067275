/** The state in each database that the application supports, for tests that run on both. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import { openSqlite, type SqliteState } from '../../src/state/sqlite/open-sqlite.ts';
import type { State } from '../../src/state/state.ts';
import { emptyDatabase } from './postgres.ts';

export const ENGINES = ['SQLite', 'PostgreSQL'] as const;

/** A place for a state. */
export interface StatePlace {
	/** Opens the state as in another process. */
	open(): Promise<State>;
	/** Runs a query on the database itself. */
	rows(state: State, sql: string): Promise<readonly object[]>;
	/** Deletes all rows. */
	clear(): Promise<void>;
	/** Closes what `open` opened. */
	close(): Promise<void>;
	/** Closes and deletes everything. */
	remove(): Promise<void>;
}

/** Makes an empty place for a state. */
export async function statePlace(engine: (typeof ENGINES)[number]): Promise<StatePlace> {
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
			rows: async ({ database }, sql) => (await (database as Pool).query(sql)).rows,
			async clear() {
				const state = await openPostgres(url);
				await (state.database as Pool).query('TRUNCATE accounts, verifications, sign_ups, secrets, attempts CASCADE');
				await state.close();
			},
			close,
			remove: close,
		};
	}
	let folder = mkdtempSync(join(tmpdir(), 'state-'));
	return {
		open: async () => keep(openSqlite(folder)),
		rows: async ({ database }, sql) => (database as SqliteState['database']).prepare<[], object>(sql).all(),
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
