import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { type Column, type ColumnType, storedColumns, wordsOf } from '../../src/catalog/columns.ts';
import { LONGEST } from '../../src/catalog/fields.ts';
import { COLUMNS, KEY, KINDS } from '../../src/catalog/records.ts';
import { SCHEMA_SQL } from '../../src/snapshot/schema.ts';
import { made, snapshotOf } from './made.ts';

const TIMESTAMP = 'dddd-dd-ddTdd:dd:ddZ'.replaceAll('d', '[0-9]');

const atMost = (longest: number) => (c: string) => `CHECK (length(${c}) <= ${longest})`;
const notNegative = (c: string) => `CHECK (${c} >= 0)`;

/** The constraint of a column of each type. */
const CHECKS: { readonly [T in ColumnType]?: (column: string) => string } = {
	slug: (c) =>
		`CHECK (${c} GLOB '[a-z0-9]*' AND ${c} NOT GLOB '*[^a-z0-9-]*' AND ${c} NOT GLOB '*--*' AND ${c} NOT GLOB '*-' AND length(${c}) <= ${LONGEST.key})`,
	id: (c) =>
		`CHECK (${c} GLOB 'rev_?*' AND substr(${c}, 5) NOT GLOB '*[^A-Za-z0-9_-]*' AND length(${c}) <= ${LONGEST.key})`,
	keyword: atMost(LONGEST.key),
	keywords: atMost(LONGEST.line),
	countries: atMost(LONGEST.line),
	icon: atMost(LONGEST.key),
	name: (c) => `CHECK (trim(${c}) <> '' AND length(${c}) <= ${LONGEST.name})`,
	line: atMost(LONGEST.line),
	text: atMost(LONGEST.text),
	link: atMost(LONGEST.link),
	timestamp: (c) => `CHECK (${c} GLOB '${TIMESTAMP}')`,
	currency: (c) => `CHECK (${c} GLOB '[A-Z][A-Z][A-Z]')`,
	percentage: notNegative,
	amount: notNegative,
	count: notNegative,
	days: notNegative,
	rating: (c) => `CHECK (${c} BETWEEN 1 AND 5 AND ${c} * 2 = round(${c} * 2))`,
	boolean: (c) => `CHECK (${c} IN (0, 1))`,
};

/** SQL types other than TEXT. */
const SQL_TYPES: { readonly [T in ColumnType]?: string } = {
	percentage: 'REAL',
	amount: 'REAL',
	rating: 'REAL',
	count: 'INTEGER',
	days: 'INTEGER',
	boolean: 'INTEGER',
};

/** The SQL declaration of a column. */
function declaration(name: string, { type, schema, refersTo }: Column, isKey: boolean): string {
	const { data: unknown } = schema.safeParse(undefined);
	const literal = typeof unknown === 'string' ? `'${unknown}'` : Number(unknown);
	const words = wordsOf(schema).map((word) => `'${word}'`);
	const check = type === 'choice' ? `CHECK (${name} IN (${words.join(', ')}))` : CHECKS[type]!(name);
	const parts = [
		`${name} ${SQL_TYPES[type] ?? 'TEXT'}`,
		isKey ? 'PRIMARY KEY' : !schema.safeParse(null).success && 'NOT NULL',
		unknown != null && `DEFAULT ${literal}`,
		refersTo ? `REFERENCES ${refersTo} (slug) ON UPDATE CASCADE` : check,
	];
	return parts.filter(Boolean).join(' ');
}

/** The columns of a table in `data/schema.sql`. */
function declared(table: string): string[] {
	const [, body] = new RegExp(`CREATE TABLE ${table} \\((.*?)\n\\) STRICT`, 's').exec(SCHEMA_SQL)!;
	const text = body!.replace(/-- .*/g, '').replace(/\s+/g, ' ').trim();
	return text.split(/, (?=\w+ (?:TEXT|REAL|INTEGER) )/);
}

describe('data/schema.sql', () => {
	test.each(KINDS)('declares the columns of %s, and no others', (kind) => {
		const columns = storedColumns(COLUMNS[kind]).map((name) =>
			declaration(name, COLUMNS[kind][name]!, name === KEY[kind]),
		);
		if (kind === 'reviews') columns.push('author TEXT NOT NULL REFERENCES authors (username) ON UPDATE CASCADE');
		expect(declared(kind).sort()).toEqual(columns.sort());
	});

	test('declares the columns of reviews that describe the author in a separate table', () => {
		const columns = Object.entries(COLUMNS.reviews).filter(([, { table }]) => table === 'authors');
		expect(declared('authors')).toEqual(
			columns.map(([name, column]) => declaration(name.replace('author_', ''), column, name === 'author_username')),
		);
	});
});

/** The longest text of each type, in characters. */
const LONGEST_OF: { readonly [T in ColumnType]?: number } = {
	slug: LONGEST.key,
	id: LONGEST.key,
	keyword: LONGEST.key,
	name: LONGEST.name,
	line: LONGEST.line,
	text: LONGEST.text,
	link: LONGEST.link,
};

const CASES = KINDS.flatMap((kind) =>
	Object.entries(COLUMNS[kind]).flatMap(([field, { type, refersTo }]) => {
		const longest = refersTo === undefined ? LONGEST_OF[type] : undefined;
		return longest === undefined ? [] : [{ kind, field, type, longest }];
	}),
);

/** Text of this length that is otherwise valid for the type, with four bytes per character if possible. */
function textOf(type: ColumnType, length: number): string {
	if (type === 'link') return 'https://acme.example/'.padEnd(length, 'x');
	if (type === 'id') return 'rev_'.padEnd(length, 'x');
	return (type === 'slug' || type === 'keyword' ? 'x' : '💸').repeat(length);
}

describe('the schema and the catalogue', () => {
	test.each(CASES)('allow at most $longest characters for $field of $kind', ({ kind, field, type, longest }) => {
		const { table = kind } = COLUMNS[kind][field]!;
		const db = new Database(snapshotOf());
		db.pragma('foreign_keys = OFF');
		const update = db.prepare(`UPDATE ${table} SET ${field.replace('author_', '')} = ?`);
		expect(update.run(textOf(type, longest)).changes).toBe(1);
		expect(() => update.run(textOf(type, longest + 1))).toThrow('CHECK constraint failed');
		db.close();
		expect(made(kind, { [field]: textOf(type, longest) })).toMatchObject({ [field]: textOf(type, longest) });
		expect(() => made(kind, { [field]: textOf(type, longest + 1) })).toThrow(
			`at most ${longest.toLocaleString('en')} `,
		);
	});
});
