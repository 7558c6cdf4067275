import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { once } from '../shared/once.ts';
import type { ReadableVersions } from '../shared/other-version.ts';

/** The version of `data/schema.sql`. Each snapshot stores its version as `meta.schema_version`. */
export const SCHEMA_VERSION = 6;

/** The versions that can be read and updated. For each of them, `test/snapshot/versions/` has a snapshot. */
export const READABLE: ReadableVersions = { first: 6, last: SCHEMA_VERSION, updater: '41a37723' };

/** The tables with the application's own records of a file, which are not content. A file that another tool wrote may lack them. */
export const LOG_TABLES: readonly string[] = [
	'changes',
	'edits',
	'redirect_edits',
	'sources',
	'statements',
	'conflicts',
];

export const SCHEMA_SQL = readFileSync(new URL('../../data/schema.sql', import.meta.url), 'utf8');

/** The columns of each table in the schema. */
export function expectedColumns(): ReadonlyMap<string, readonly string[]> {
	return withCurrentSchema(columnsOf);
}

export function withCurrentSchema<T>(work: (db: Database.Database) => T): T {
	return work(currentSchema());
}

/** An empty database with the schema. It stays open, because each opened snapshot is compared with it. */
const currentSchema = once(() => new Database(':memory:').exec(SCHEMA_SQL));

export function columnsOf(db: Database.Database): ReadonlyMap<string, readonly string[]> {
	const rows = db
		.prepare<[], { table_name: string; columns: string }>(
			`SELECT m.name AS table_name, json_group_array(c.name) AS columns
			 FROM sqlite_schema m JOIN pragma_table_info(m.name, 'main') c WHERE m.type = 'table' GROUP BY m.name`,
		)
		.all();
	return new Map(rows.map((row) => [row.table_name, JSON.parse(row.columns)]));
}
