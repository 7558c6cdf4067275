import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { ReadableVersions } from '../shared/explain.ts';
import { once } from '../shared/once.ts';

/** The version of `data/schema.sql`. Each snapshot stores its version as `meta.schema_version`. */
export const SCHEMA_VERSION = 7;

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
	return columnsOf(currentSchema());
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

/**
 * A cache of 128 MiB (a negative value is in KiB). Keys come in random order, so with a small cache, SQLite would write
 * the same pages many times.
 */
export const CACHE = 'cache_size = -131072';

/**
 * Creates a database with the current schema, in a file that is removed if filling it fails. No other process uses the
 * file, so SQLite does not protect it against a crash.
 *
 * @param file an empty name for a temporary database
 */
export function freshDatabase(file: string): Database.Database {
	const db = new Database(file);
	try {
		db.pragma('journal_mode = MEMORY');
		db.pragma('synchronous = OFF');
		db.pragma(CACHE);
		return db.exec(SCHEMA_SQL);
	} catch (error) {
		db.close();
		throw error;
	}
}

/** A row of `PRAGMA table_info`. */
interface Column {
	readonly name: string;
	readonly type: string;
	readonly notnull: 0 | 1;
	/** The default value as an SQL expression, or null if there is none. */
	readonly dflt_value: string | null;
}

/** The columns that a table in the file lacks. If the whole table is missing, these are all of its columns. */
interface Missing {
	readonly table: string;
	readonly columns: readonly Column[];
	/** The SQL that creates the table and its indexes, or undefined if the file has the table. */
	readonly definition: string | undefined;
}

/**
 * Returns the required columns that a file lacks, as `table.column`: those that have no default value and cannot be
 * unknown. Only the application needs the tables of its log.
 */
export function requiredColumns(db: Database.Database): string[] {
	return missingParts(db)
		.filter(({ table }) => !LOG_TABLES.includes(table))
		.flatMap(({ table, columns, definition }) =>
			columns
				.filter(({ notnull, dflt_value }) => definition !== undefined || (notnull === 1 && dflt_value === null))
				.map(({ name }) => `${table}.${name}`),
		);
}

/**
 * Lets a connection read an older file as if it had the current schema: missing columns have their default values, and
 * missing tables are empty. The file itself is not changed, because the connection gets temporary views and tables.
 */
export function readAsCurrent(db: Database.Database): void {
	for (const { table, columns, definition } of missingParts(db)) {
		if (definition !== undefined) db.exec(definition.replaceAll(/^CREATE (TABLE|INDEX) /gm, 'CREATE $1 temp.'));
		else {
			const defaults = columns.map(({ name, dflt_value }) => `${dflt_value ?? 'NULL'} AS ${name}`);
			db.exec(`CREATE TEMP VIEW ${table} AS SELECT *, ${defaults.join(', ')} FROM main.${table}`);
		}
	}
}

/** Whether a file has an older schema, or lacks columns or tables of the current one. */
export function isOutdated(db: Database.Database): boolean {
	const version = db.prepare("SELECT value FROM main.meta WHERE key = 'schema_version'").pluck().get();
	return Number(version) < SCHEMA_VERSION || missingParts(db).length > 0;
}

function missingParts(db: Database.Database): Missing[] {
	const present = columnsOf(db);
	const current = currentSchema();
	return [...columnsOf(current).keys()].flatMap((table): Missing[] => {
		const columns = (current.pragma(`table_info(${table})`) as Column[]).filter(
			({ name }) => !present.get(table)?.includes(name),
		);
		if (columns.length === 0) return [];
		const sql = current.prepare<[string], string>(
			'SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL',
		);
		return [{ table, columns, definition: present.has(table) ? undefined : sql.pluck().all(table).join(';\n') }];
	});
}
