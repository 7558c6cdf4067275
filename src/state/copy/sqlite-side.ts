import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { UserError } from '../../shared/user-error.ts';
import { refuseOtherVersion } from '../sqlite/migrate.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { explainUnavailable } from '../unavailable.ts';
import { ORDERED, ROWS_AT_ONCE, type Side, type StateRow, type StateTable } from './side.ts';

/** How long to wait while another program has locked the file, in milliseconds. */
const PATIENCE = 5000;

/**
 * Opens a state in a SQLite file for copying. Creates or updates the file if necessary.
 *
 * @throws UserError when `mustExist` is true and the file does not exist
 */
export async function sqliteSide(folder: string, mustExist: boolean): Promise<Side> {
	const file = join(folder, 'state.sqlite');
	if (mustExist && !existsSync(file)) {
		throw new UserError(`There is no state in ${folder}. Set its folder with --state or STATE_DIR.`);
	}
	await openSqlite(folder).close();
	const db = new Database(file, { timeout: PATIENCE });
	// A newer version that has only added to the tables can have rows in tables that are unknown here.
	refuseOtherVersion(db);
	db.pragma('foreign_keys = ON');
	const begin = async () => {
		try {
			db.exec('BEGIN IMMEDIATE');
		} catch (error) {
			throw explainUnavailable(error, file);
		}
	};
	return {
		name: file,
		beginReading: begin,
		beginWriting: begin,
		count: async (table) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!,
		async *rows(table) {
			yield* readRows(db, table);
		},
		clear: async (table) => void db.prepare(`DELETE FROM ${table}`).run(),
		add: async (table, rows) => addRows(db, table, rows),
		finish: async () => void db.exec('COMMIT'),
		[Symbol.asyncDispose]: async () => void db.close(),
	};
}

/** Reads all rows of a table, in batches of many rows. */
export function* readRows(db: Database.Database, table: StateTable): Generator<readonly StateRow[]> {
	const columns = ORDERED.includes(table) ? 'rowid, *' : '*';
	let some: StateRow[] = [];
	for (const row of db.prepare<[], StateRow>(`SELECT ${columns} FROM ${table}`).iterate()) {
		some.push(row);
		if (some.length < ROWS_AT_ONCE) continue;
		yield some;
		some = [];
	}
	yield some;
}

export function addRows(db: Database.Database, table: StateTable, rows: readonly StateRow[]): void {
	const [first] = rows;
	if (first === undefined) return;
	const columns = Object.keys(first);
	const insert = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map((name) => `@${name}`)})`);
	for (const row of rows) insert.run(withNumbers(row));
}

function withNumbers(row: StateRow): StateRow {
	const value = (one: unknown) => (typeof one === 'boolean' ? Number(one) : one);
	return Object.fromEntries(Object.entries(row).map(([column, one]) => [column, value(one)]));
}
