import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ColumnType } from '../../src/catalog/columns.ts';
import { LONGEST } from '../../src/catalog/fields.ts';
import { COLUMNS, KINDS } from '../../src/catalog/records.ts';
import { PROJECT } from '../../src/shared/project.ts';
import { SCHEMA_SQL } from '../../src/snapshot/schema.ts';
import { withColumns } from '../support/generated-schema.ts';
import { made, NOW, snapshotOf } from './made.ts';

test('data/schema.sql has the columns of the column tables', async () => {
	await expect(withColumns(SCHEMA_SQL)).toMatchFileSnapshot(join(PROJECT, 'data/schema.sql'));
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

/** The columns with numbers, and their limits. */
const NUMBERS = KINDS.flatMap((kind) =>
	Object.entries(COLUMNS[kind]).flatMap(([field, { schema }]) => {
		const json = z.toJSONSchema(schema);
		const { type, minimum, maximum } = json.anyOf?.[0] ?? json;
		return type === 'number' || type === 'integer' ? [{ kind, field, minimum: minimum!, maximum: maximum! }] : [];
	}),
);

describe('the schema and the catalogue', () => {
	test.each(NUMBERS)('allow $minimum to $maximum in $field of $kind', ({ kind, field, minimum, maximum }) => {
		const db = new Database(snapshotOf());
		const update = db.prepare(`UPDATE ${kind} SET ${field} = ?`);
		const sources = { earnings_source_url: 'https://acme.example/', earnings_at: NOW };
		const isMade = (value: number) => made(kind, { [field]: value, ...(kind === 'programs' && sources) }) !== undefined;
		for (const value of [minimum, maximum]) {
			expect(update.run(value).changes).toBe(1);
			expect(isMade(value)).toBe(true);
		}
		for (const value of [minimum - 1, maximum + 1]) {
			expect(() => update.run(value)).toThrow('CHECK constraint failed');
			expect(() => isMade(value)).toThrow(field);
		}
		db.close();
	});

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
