import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** The version of `data/schema.sql`: what a snapshot's `meta.schema_version` must say. */
export const SCHEMA_VERSION = 1;

export const SCHEMA_SQL = readFileSync(new URL('../../data/schema.sql', import.meta.url), 'utf8');

/** Every column of every table that the schema declares. */
export function expectedColumns(): ReadonlyMap<string, readonly string[]> {
	const db = new Database(':memory:');
	try {
		db.exec(SCHEMA_SQL);
		return columnsOf(db);
	} finally {
		db.close();
	}
}

/** Every column of every table that a file has. */
export function columnsOf(db: Database.Database): ReadonlyMap<string, readonly string[]> {
	const rows = db
		.prepare<[], { table_name: string; columns: string }>(
			`SELECT m.name AS table_name, json_group_array(c.name) AS columns
			 FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' GROUP BY m.name`,
		)
		.all();
	return new Map(rows.map((row) => [row.table_name, JSON.parse(row.columns)]));
}
