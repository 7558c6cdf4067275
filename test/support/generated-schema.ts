import { z } from 'zod';
import { type Column, type ColumnType, plainForm, wordsOf } from '../../src/catalog/columns.ts';
import { LONGEST } from '../../src/catalog/fields.ts';
import { COLUMNS, KEY, KINDS } from '../../src/catalog/records.ts';
import { SCHEMA_VERSION } from '../../src/snapshot/schema.ts';

const DATE = 'dddd-dd-dd'.replaceAll('d', '[0-9]');
const TIMESTAMP = 'dddd-dd-ddTdd:dd:ddZ'.replaceAll('d', '[0-9]');

const atMost = (longest: number) => (c: string) => `CHECK (length(${c}) <= ${longest})`;
/** The limits of a column with numbers. */
function limitsOf(schema: z.ZodType): readonly [number, number] {
	const json = z.toJSONSchema(schema);
	const { minimum, maximum } = json.anyOf?.[0] ?? json;
	return [minimum as number, maximum as number];
}

const within = (c: string, [least, most]: readonly [number, number]) => `CHECK (${c} BETWEEN ${least} AND ${most})`;

/** The constraint of a column of each type. */
const CHECKS: {
	readonly [T in Exclude<ColumnType, 'choice' | 'slugs' | 'offers' | NumberType>]: (column: string) => string;
} = {
	slug: (c) =>
		`CHECK (${c} GLOB '[a-z0-9]*' AND ${c} NOT GLOB '*[^a-z0-9-]*' AND ${c} NOT GLOB '*--*' AND ${c} NOT GLOB '*-' AND length(${c}) <= ${LONGEST.key})`,
	id: (c) =>
		`CHECK (${c} GLOB 'rev_?*' AND substr(${c}, 5) NOT GLOB '*[^A-Za-z0-9_-]*' AND length(${c}) <= ${LONGEST.key})`,
	keyword: atMost(LONGEST.key),
	keywords: atMost(LONGEST.line),
	names: atMost(LONGEST.line),
	countries: atMost(LONGEST.line),
	icon: atMost(LONGEST.key),
	name: (c) => `CHECK (trim(${c}) <> '' AND length(${c}) <= ${LONGEST.name})`,
	line: atMost(LONGEST.line),
	text: atMost(LONGEST.text),
	link: atMost(LONGEST.link),
	timestamp: (c) => `CHECK (${c} GLOB '${TIMESTAMP}')`,
	date: (c) => `CHECK (${c} GLOB '${DATE}')`,
	evidence: (c) => `CHECK (json_valid(${c}))`,
	currency: (c) => `CHECK (${c} GLOB '[A-Z][A-Z][A-Z]')`,
	rating: (c) => `CHECK (${c} BETWEEN 1 AND 5 AND ${c} * 2 = round(${c} * 2))`,
	boolean: (c) => `CHECK (${c} IN (0, 1))`,
};

type NumberType = 'percentage' | 'amount' | 'count' | 'days';

/** SQL types other than TEXT. */
const SQL_TYPES: { readonly [T in ColumnType]?: string } = {
	percentage: 'REAL',
	amount: 'REAL',
	rating: 'REAL',
	count: 'INTEGER',
	days: 'INTEGER',
	boolean: 'INTEGER',
};

/** The types whose form in SQL is the form in a file, and is not obvious from the constraint. */
const WORDS: readonly ColumnType[] = ['keyword', 'keywords', 'names', 'countries', 'icon', 'currency'];

/** The declaration of a column without its name, and a comment with its meaning. */
type Declaration = readonly [name: string, sql: string, comment: string];

function declaration(name: string, column: Column, isKey: boolean): Declaration {
	const { type, schema, refersTo, meaning } = column;
	const { data: unknown } = schema.safeParse(undefined);
	const literal = typeof unknown === 'string' ? `'${unknown}'` : Number(unknown);
	const words = wordsOf(schema).map((word) => `'${word}'`);
	const check =
		type === 'choice'
			? `CHECK (${name} IN (${words.join(', ')}))`
			: (CHECKS[type as keyof typeof CHECKS]?.(name) ?? within(name, limitsOf(schema)));
	const parts = [
		SQL_TYPES[type] ?? 'TEXT',
		isKey ? 'PRIMARY KEY' : !schema.safeParse(null).success && 'NOT NULL',
		unknown != null && `DEFAULT ${literal}`,
		refersTo ? `REFERENCES ${refersTo} (slug) ON UPDATE CASCADE` : check,
	];
	return [name, parts.filter(Boolean).join(' '), WORDS.includes(type) ? `${meaning}: ${plainForm(column)}` : meaning];
}

const AUTHOR: Declaration = ['author', 'TEXT NOT NULL REFERENCES authors (username) ON UPDATE CASCADE', 'The author'];

/** The declarations of the columns of each table with records. Long texts come last. */
function declarations(): { readonly [table: string]: readonly Declaration[] } {
	const tables: { [table: string]: Declaration[] } = { authors: [] };
	for (const kind of KINDS) {
		const columns = Object.entries(COLUMNS[kind]);
		const isLong = ([, { type }]: (typeof columns)[number]) => type === 'text';
		tables[kind] = [];
		for (const [name, column] of columns.toSorted((a, b) => Number(isLong(a)) - Number(isLong(b)))) {
			if (column.table === undefined) tables[kind].push(declaration(name, column, name === KEY[kind]));
			if (column.table !== 'authors') continue;
			if (tables.authors!.length === 0) tables[kind].push(AUTHOR);
			tables.authors!.push(declaration(name.replace('author_', ''), column, name === 'author_username'));
		}
	}
	return tables;
}

/** Returns the SQL schema with the columns of the column tables, and its version. @param sql the schema with older columns */
export function withColumns(sql: string): string {
	return Object.entries(declarations()).reduce(
		(text, [table, columns]) => {
			const width = Math.max(...columns.map(([name]) => name.length));
			const lines = columns.map(
				([name, sql, comment], place) =>
					`  ${name.padEnd(width)} ${sql}${place < columns.length - 1 ? ',' : ''}  -- ${comment}`,
			);
			const body = new RegExp(`(?<=CREATE TABLE ${table} \\(\n).*?(?=\n\\) STRICT)`, 's');
			return text.replace(body, () => lines.join('\n'));
		},
		sql.replace(/(?<=this schema is version )\d+/, String(SCHEMA_VERSION)),
	);
}
