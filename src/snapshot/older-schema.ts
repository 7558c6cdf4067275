/**
 * Reads and upgrades snapshots that lack columns or tables of the current schema: those of an older version of the
 * application, and those that another tool wrote.
 */
import type Database from 'better-sqlite3';
import { columnsOf, LOG_TABLES, withCurrentSchema } from './schema.ts';

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

/** Adds the missing columns and tables to an older file, in the caller's transaction. */
export function upgrade(db: Database.Database): void {
	for (const { table, columns, definition } of missingParts(db)) {
		if (definition !== undefined) db.exec(definition);
		else {
			for (const { name, type, notnull, dflt_value } of columns) {
				const rules = `${notnull ? 'NOT NULL' : ''} ${dflt_value === null ? '' : `DEFAULT ${dflt_value}`}`;
				db.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type} ${rules}`);
			}
		}
	}
}

function missingParts(db: Database.Database): Missing[] {
	const present = columnsOf(db);
	return withCurrentSchema((current) =>
		[...columnsOf(current).keys()].flatMap((table): Missing[] => {
			const columns = (current.pragma(`table_info(${table})`) as Column[]).filter(
				({ name }) => !present.get(table)?.includes(name),
			);
			if (columns.length === 0) return [];
			const sql = current.prepare<[string], string>(
				'SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL',
			);
			return [{ table, columns, definition: present.has(table) ? undefined : sql.pluck().all(table).join(';\n') }];
		}),
	);
}
