import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { KINDS, type Kind, type RecordOf } from '../../src/catalog/records.ts';
import { made, snapshotOf } from './made.ts';

/** The longest text of every field, in characters. */
const LONGEST: { readonly [K in Kind]: { readonly [field in keyof RecordOf<K>]?: number } } = {
	organizations: { slug: 200, name: 200, description: 20_000, logo_url: 2000, website_url: 2000, plan: 200 },
	categories: { slug: 200, name: 200, description: 20_000 },
	programs: {
		slug: 200,
		name: 200,
		description: 1000,
		long_description: 20_000,
		commission_text: 1000,
		commission_duration: 1000,
		tracking_platform: 200,
		payout_frequency: 200,
		website_url: 2000,
		signup_url: 2000,
		logo_url: 2000,
		source_url: 2000,
	},
	reviews: {
		id: 200,
		author_username: 200,
		author_display_name: 200,
		author_avatar_url: 2000,
		title: 1000,
		body: 20_000,
	},
};

const CASES = KINDS.flatMap((kind) =>
	Object.entries(LONGEST[kind]).map(([field, longest]) => ({ kind, field, longest: longest as number })),
);

/** Text of as many characters that the field takes but for its length; of four bytes each where it may be. */
function textOf(field: string, length: number): string {
	if (field.endsWith('_url')) return 'https://acme.example/'.padEnd(length, 'x');
	if (field === 'id') return 'rev_'.padEnd(length, 'x');
	return (['slug', 'plan', 'tracking_platform', 'payout_frequency'].includes(field) ? 'x' : '💸').repeat(length);
}

/** Where the schema has a field under another name. */
const COLUMNS: { readonly [field: string]: readonly [table: string, column: string] } = {
	author_username: ['authors', 'username'],
	author_display_name: ['authors', 'display_name'],
	author_avatar_url: ['authors', 'avatar_url'],
};

describe('the schema and the catalogue', () => {
	test.each(CASES)('allow $longest characters for $field of $kind, and no more', ({ kind, field, longest }) => {
		const [table, column] = COLUMNS[field] ?? [kind, field];
		const db = new Database(snapshotOf());
		db.pragma('foreign_keys = OFF');
		const update = db.prepare(`UPDATE ${table} SET ${column} = ?`);
		expect(update.run(textOf(field, longest)).changes).toBe(1);
		expect(() => update.run(textOf(field, longest + 1))).toThrow('CHECK constraint failed');
		db.close();
		expect(made(kind, { [field]: textOf(field, longest) })).toMatchObject({ [field]: textOf(field, longest) });
		expect(() => made(kind, { [field]: textOf(field, longest + 1) })).toThrow(
			`at most ${longest.toLocaleString('en')} `,
		);
	});
});
