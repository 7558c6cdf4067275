/** Reads and upgrades snapshots with an older schema. Such snapshots lack columns or tables of the current schema. */
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

/** The tables that snapshots with an older schema may lack too. */
const NEW_TABLES: readonly string[] = ['offers', 'redirects'];

/**
 * Returns the required columns that a file lacks, as `table.column`. In a table of an older file, nullable columns and
 * columns with a default value are not required.
 */
export function requiredColumns(db: Database.Database, isOlder: boolean): string[] {
	const mayLack = ({ notnull, dflt_value }: Column) => isOlder && (notnull === 0 || dflt_value !== null);
	return missingParts(db)
		.filter(({ table }) => !LOG_TABLES.includes(table) && !(isOlder && NEW_TABLES.includes(table)))
		.flatMap(({ table, columns, definition }) =>
			columns
				.filter((column) => definition !== undefined || !mayLack(column))
				.map((column) => `${table}.${column.name}`),
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
	const hasUngroupedChanges = isUngrouped(columnsOf(db).get('changes'));
	if (hasUngroupedChanges) db.exec('ALTER TABLE changes RENAME TO ungrouped_changes');
	for (const { table, columns, definition } of missingParts(db)) {
		if (definition !== undefined) db.exec(definition);
		else {
			for (const { name, type, notnull, dflt_value } of columns) {
				const rules = `${notnull ? 'NOT NULL' : ''} ${dflt_value === null ? '' : `DEFAULT ${dflt_value}`}`;
				db.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type} ${rules}`);
			}
		}
	}
	if (hasUngroupedChanges) db.exec(GROUP_CHANGES);
	db.exec(INVITATIONS);
}

/** Whether the table `changes` is that of schema version 3 or older, in which each row is one edit. */
function isUngrouped(columns: readonly string[] | undefined): boolean {
	return columns?.includes('seq') ?? false;
}

/** Moves edits that were logged one by one into changes. Edits of one command have the same time and user. */
const GROUP_CHANGES = `
	INSERT INTO changes (at, by, command)
		SELECT at, by, command FROM ungrouped_changes GROUP BY at, by, command ORDER BY min(seq);
	INSERT INTO edits (change, kind, key, before, after)
		SELECT c.id, e.kind, e.key, e.before, e.after FROM ungrouped_changes e
		JOIN changes c ON c.at = e.at AND c.by IS e.by AND c.command = e.command ORDER BY e.seq;
	DROP TABLE ungrouped_changes;`;

/** An invitation was a kind of approval, too. Now it is only an availability. */
const INVITATIONS = `UPDATE programs SET approval = NULL, availability = coalesce(availability, 'invitation')
	WHERE approval = 'invitation'`;

function missingParts(db: Database.Database): Missing[] {
	const present = new Map(columnsOf(db));
	if (isUngrouped(present.get('changes'))) present.delete('changes');
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
