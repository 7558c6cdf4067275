/** Reads and adds whole rows of a state in SQLite, to copy it. */
import type Database from 'better-sqlite3';
import { ORDERED, ROWS_AT_ONCE, type Row, type Table } from '../copy/side.ts';

/** Reads all rows of a table, in batches of many rows. */
export function* readRows(db: Database.Database, table: Table): Generator<readonly Row[]> {
	const columns = ORDERED.includes(table) ? 'rowid, *' : '*';
	let some: Row[] = [];
	for (const row of db.prepare<[], Row>(`SELECT ${columns} FROM ${table}`).iterate()) {
		some.push(row);
		if (some.length < ROWS_AT_ONCE) continue;
		yield some;
		some = [];
	}
	yield some;
}

export function addRows(db: Database.Database, table: Table, rows: readonly Row[]): void {
	const [first] = rows;
	if (first === undefined) return;
	const columns = Object.keys(first);
	const insert = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map((name) => `@${name}`)})`);
	for (const row of rows) insert.run(withNumbers(row));
}

/** Returns a copy of a row in which booleans are replaced by numbers. */
function withNumbers(row: Row): Row {
	const value = (one: unknown) => (typeof one === 'boolean' ? Number(one) : one);
	return Object.fromEntries(Object.entries(row).map(([column, one]) => [column, value(one)]));
}
