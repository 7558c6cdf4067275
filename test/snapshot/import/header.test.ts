import { describe, expect, test } from 'vitest';
import { COLUMNS, KINDS } from '../../../src/catalog/records.ts';
import { readHeader } from '../../../src/snapshot/import/csv.ts';

/** The problems of a header, as `column: fix`. */
function problems(kind: Parameters<typeof readHeader>[0], cells: readonly string[]): string[] {
	return readHeader(kind, cells).problems.map(({ column, fix }) => `${column}: ${fix}`);
}

describe('readHeader', () => {
	test.each(KINDS)('accepts every column of %s, in any order', (kind) => {
		const columns = Object.keys(COLUMNS[kind]).reverse();
		expect(readHeader(kind, columns)).toEqual({ columns, hasKey: true, problems: [] });
	});

	test('ignores white space around names', () => {
		expect(readHeader('categories', [' slug', 'name ']).columns).toEqual(['slug', 'name']);
	});

	test('accepts missing columns, except the slug, which identifies the records', () => {
		expect(problems('reviews', ['id', 'rating'])).toEqual([]);
		expect(readHeader('programs', ['name']).hasKey).toBe(false);
		expect(problems('programs', ['name'])).toEqual(['slug: add this column, because it identifies the programs']);
		expect(problems('reviews', ['program', 'rating'])).toEqual([]);
	});

	test.each([
		['commision_rate', 'write commission_rate'],
		['Slug', 'write slug'],
		['cookie days', 'write cookie_days'],
		['Cookie-Days', 'write cookie_days'],
		['web_site_url', 'write website_url'],
		['platform', 'write tracking_platform'],
	])('suggests the most similar name for %j', (name, fix) => {
		expect(problems('programs', ['slug', name])).toEqual([`${name}: ${fix}`]);
	});

	test('lists all names if a column is similar to none of them', () => {
		expect(problems('categories', ['slug', 'name', 'x'])).toEqual([
			'x: remove it, or use one of slug, name, description, icon',
		]);
	});

	test('refuses a repeated column, and reads the first one', () => {
		expect(problems('categories', ['slug', 'name', 'slug'])).toEqual(['slug: remove or rename the others']);
		expect(readHeader('categories', ['slug', 'name', 'slug']).columns).toEqual(['slug', 'name', undefined]);
	});
});
