/** The state of the contract tests, in SQLite or in PostgreSQL. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { copyState } from '../../src/state/copy/copy-state.ts';
import { postgresSide } from '../../src/state/copy/postgres-side.ts';
import { TABLES } from '../../src/state/copy/side.ts';
import { createDatabase, query } from '../support/postgres-server.ts';

export interface ContractState {
	/** The value of `--state`. */
	readonly folder: string;
	/** The environment of commands that use the state: `DATABASE_URL` if it is in PostgreSQL. */
	readonly env: { readonly [name: string]: string };
}

/** The address of the database; undefined for SQLite. */
export function urlOf({ env }: ContractState): string | undefined {
	return env.DATABASE_URL;
}

const fileOf = ({ folder }: ContractState) => join(folder, 'state.sqlite');

/** Copies a state that servers use. */
export async function copyOfState(state: ContractState, folder: string): Promise<ContractState> {
	const url = urlOf(state);
	if (url === undefined) {
		cpSync(state.folder, folder, { recursive: true, filter: (file) => !file.endsWith('-shm') });
		return { folder, env: {} };
	}
	const copy = await createDatabase(url);
	const sides = await Promise.all([postgresSide(url), postgresSide(copy)]);
	await copyState(...sides);
	for (const side of sides) await side[Symbol.asyncDispose]();
	return { folder, env: { DATABASE_URL: copy } };
}

/** Runs a statement on the database of a state. */
export async function runSql(state: ContractState, sql: string): Promise<void> {
	const url = urlOf(state);
	if (url !== undefined) return void (await query(url, sql));
	const db = new Database(fileOf(state));
	db.exec(sql);
	db.close();
}

/** Everything that is stored. */
export async function storedBytes(state: ContractState): Promise<Buffer> {
	const url = urlOf(state);
	if (url === undefined) {
		return Buffer.concat(readdirSync(state.folder).map((file) => readFileSync(join(state.folder, file))));
	}
	const tables = await Promise.all(TABLES.map((table) => query(url, `SELECT * FROM ${table}`)));
	return Buffer.from(JSON.stringify(tables));
}

/** Reads a number that changes with every write to a state. */
export function writesTo(state: ContractState): { version(): Promise<unknown>; close(): void } {
	const url = urlOf(state);
	if (url !== undefined) {
		const sql = 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS version';
		return {
			version: async () => (await query<{ version: string }>(url, sql))[0]!.version,
			close: () => {},
		};
	}
	const db = new Database(fileOf(state), { readonly: true });
	return { version: async () => db.pragma('data_version', { simple: true }), close: () => void db.close() };
}
