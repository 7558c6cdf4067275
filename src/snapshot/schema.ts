import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { once } from '../shared/once.ts';

/** The version of `data/schema.sql`. Each snapshot stores its version as `meta.schema_version`. */
export const SCHEMA_VERSION = 6;

/** The older schema versions that can still be read and updated. */
export const OLDER_VERSIONS: readonly string[] = ['1', '2', '3', '4', '5'];

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

/** SQL that describes, as JSON, whether each table with content is strict and which primary key it has. */
const KEYS_SQL = `SELECT json_group_array(json_array(t.name, t.strict, (
		SELECT json_group_array(json_array(k.name, k.coll) ORDER BY k.seqno)
		FROM pragma_index_list(t.name) i JOIN pragma_index_xinfo(i.name) k WHERE i.origin = 'pk' AND k.key
	)) ORDER BY t.name)
	FROM pragma_table_list t WHERE t.schema = 'main'
	AND t.name IN ('organizations', 'categories', 'programs', 'program_categories', 'offers', 'authors', 'reviews', 'redirects')`;

/** Whether the tables with content are strict and have the schema's primary keys. If so, no two rows share a key. */
export function hasSchemaKeys(db: Database.Database): boolean {
	const keys = (of: Database.Database) => of.prepare<[], string>(KEYS_SQL).pluck().get();
	return keys(db) === withCurrentSchema(keys);
}

/** A trigger, a view or another part of a schema that makes SQLite run SQL. */
interface ActivePart {
	/** The kind and name of the part, such as `the trigger "note"`. */
	readonly name: string;
	readonly removal: string;
}

/**
 * Returns the parts of a file's schema that run SQL when the file is read or written: triggers, views, virtual tables,
 * computed columns, computed indexes and partial indexes. Listing these parts does not run them.
 */
export function activeParts(db: Database.Database): ActivePart[] {
	return db
		.prepare<[], { kind: string; name: string; removal: string }>(
			`WITH parts AS MATERIALIZED (
				SELECT iif(type = 'table' AND rootpage = 0, 'virtual table', type) AS kind, name FROM sqlite_schema
			 )
			 SELECT * FROM (
				SELECT kind, name, printf('DROP %s "%w"', iif(kind = 'virtual table', 'TABLE', upper(kind)), name) AS removal
				FROM parts WHERE kind NOT IN ('table', 'index')
				UNION ALL
				SELECT 'computed index', name, printf('DROP INDEX "%w"', name) FROM parts
				WHERE kind = 'index' AND EXISTS (SELECT 1 FROM pragma_index_xinfo(parts.name) WHERE cid = -2)
				UNION ALL
				SELECT 'partial index', i.name, printf('DROP INDEX "%w"', i.name)
				FROM parts JOIN pragma_index_list(parts.name) i WHERE parts.kind = 'table' AND i.partial
				UNION ALL
				SELECT 'computed column', parts.name || '.' || c.name,
					printf('ALTER TABLE "%w" DROP COLUMN "%w"', parts.name, c.name)
				FROM parts JOIN pragma_table_xinfo(parts.name) c WHERE parts.kind = 'table' AND c.hidden IN (2, 3)
			 )
			 -- Triggers come first, because removing a view removes its triggers. Columns come last, because a column cannot
			 -- be removed before its indexes.
			 ORDER BY kind <> 'trigger', kind = 'computed column'`,
		)
		.all()
		.map(({ kind, name, removal }) => ({ name: `the ${kind} ${JSON.stringify(name)}`, removal }));
}

export function columnsOf(db: Database.Database): ReadonlyMap<string, readonly string[]> {
	const rows = db
		.prepare<[], { table_name: string; columns: string }>(
			`SELECT m.name AS table_name, json_group_array(c.name) AS columns
			 FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' GROUP BY m.name`,
		)
		.all();
	return new Map(rows.map((row) => [row.table_name, JSON.parse(row.columns)]));
}
