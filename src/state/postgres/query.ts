import { type QueryConfig, types } from 'pg';
import type { GivenColumns, SqlStatement } from '../database.ts';

/**
 * A statement for PostgreSQL: its text with placeholders such as `$1`, and the name of the value for each placeholder,
 * in order.
 */
interface Converted {
	readonly text: string;
	readonly names: readonly string[];
}

const converted = new Map<string, Converted>();

/** Converts a statement with named placeholders, such as `@id`, to a PostgreSQL query. */
export function queryOf({ sql, values, columns }: SqlStatement): QueryConfig {
	const query = converted.get(sql) ?? convert(columns ? given(columns) + sql : sql);
	converted.set(sql, query);
	return { text: query.text, values: query.names.map((name) => values[name] ?? null), types: TYPES };
}

function convert(sql: string): Converted {
	const names: string[] = [];
	const text = sql.replaceAll(/@(\w+)/g, (_, name) => {
		if (!names.includes(name)) names.push(name);
		return `$${names.indexOf(name) + 1}`;
	});
	return { text, names };
}

/** Returns SQL that defines the table `given`. */
function given(columns: GivenColumns): string {
	const typed = Object.entries(columns).map(([name, type]) => `${name} ${type === 'INTEGER' ? 'BIGINT' : type}`);
	return `WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset(@given) AS rows (${typed})) `;
}

const { INT8, NUMERIC, TIMESTAMPTZ } = types.builtins;

const PARSERS = new Map<number, (text: string) => unknown>([
	[INT8, Number],
	[NUMERIC, Number],
	[TIMESTAMPTZ, (text) => new Date(text).toISOString()],
]);

/**
 * Converts numbers and times in results to the form in which SQLite stores them. better-auth's own queries use the
 * default conversions.
 */
const TYPES = {
	getTypeParser: (type: number, format?: string) => PARSERS.get(type) ?? types.getTypeParser(type, format as 'text'),
} as NonNullable<QueryConfig['types']>;
