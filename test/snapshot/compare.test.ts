import { copyFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compareSnapshots } from '../../src/snapshot/compare.ts';
import { made, snapshotOf, tamper } from './made.ts';

/**
 * The changes that some SQL makes, without the kinds and lists that are empty.
 *
 * @param earlier SQL for the earlier snapshot
 */
function changesBy(sql: string, earlier = '') {
	const before = snapshotOf({
		organizations: [made('organizations')],
		categories: [made('categories'), made('categories', { slug: 'art', name: 'Art' })],
		programs: [made('programs', { categories: ['tools', 'art'] }), made('programs', { slug: 'second' })],
		reviews: [
			made('reviews', { author_username: 'ann' }),
			made('reviews', { id: 'rev_2', author_username: 'bob', author_display_name: 'Bob' }),
			made('reviews', { id: 'rev_3', author_username: 'bob', author_display_name: 'Bob' }),
		],
	});
	const after = `${before}-after`;
	copyFileSync(before, after);
	tamper(before, earlier);
	tamper(after, sql);
	const changes = compareSnapshots(after, before);
	return withoutEmpty(changes, (kind) => withoutEmpty({ ...kind }, (keys) => [...keys].sort()));
}

function withoutEmpty<T>(values: { readonly [key: string]: T }, shorten: (value: T) => object): object {
	const entries = Object.entries(values).map(([key, value]) => [key, shorten(value)] as const);
	return Object.fromEntries(entries.filter(([, value]) => Object.keys(value).length > 0));
}

const SECOND = made('programs').slug;

describe('Comparing two snapshots', () => {
	test.each([
		['no difference between equal snapshots', '', {}],
		['no difference in the meta table', "UPDATE meta SET value = 'x' WHERE key = 'source'", {}],
		['another text', "UPDATE programs SET name = 'Other' WHERE slug = 'second'", { programs: { changed: ['second'] } }],
		[
			'an unknown value',
			"UPDATE organizations SET logo_url = 'https://a.example'",
			{ organizations: { changed: [made('organizations').slug] } },
		],
		[
			'another order of categories',
			`DELETE FROM program_categories WHERE program = '${SECOND}';
			INSERT INTO program_categories VALUES ('${SECOND}', 1, 'art'), ('${SECOND}', 2, 'tools')`,
			{ programs: { changed: [SECOND] } },
		],
		[
			'a removed category of a program',
			"DELETE FROM program_categories WHERE category = 'art'",
			{ programs: { changed: [SECOND] } },
		],
		[
			'a further offer of a program',
			`INSERT INTO offers (program, position, rate) VALUES ('${SECOND}', 1, 40)`,
			{ programs: { changed: [SECOND] } },
		],
		[
			'the name of an author',
			"UPDATE authors SET display_name = 'Robert' WHERE username = 'bob'",
			{ reviews: { changed: ['rev_2', 'rev_3'] } },
		],
		['a missing author', "DELETE FROM authors WHERE username = 'bob'", { reviews: { changed: ['rev_2', 'rev_3'] } }],
		[
			'a removed and an added review',
			`DELETE FROM reviews WHERE id = 'rev_2';
			INSERT INTO reviews (id, program, author, rating, title, upvotes, status, created_at, updated_at, body)
			SELECT 'rev_4', program, author, rating, title, upvotes, status, created_at, updated_at, body
			FROM reviews WHERE id = 'rev_3'`,
			{ reviews: { added: ['rev_4'], removed: ['rev_2'] } },
		],
		['nothing if only row IDs differ', `UPDATE programs SET rowid = 7 WHERE slug = 'second'`, {}],
	])('finds %s', (_, sql, changes) => {
		expect(changesBy(sql)).toEqual(changes);
	});

	test('finds an author that was missing', () => {
		expect(changesBy('', "DELETE FROM authors WHERE username = 'ann'")).toEqual({ reviews: { changed: ['rev_1'] } });
	});
});
