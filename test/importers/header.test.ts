import { describe, expect, test } from 'vitest';
import { readHeader } from '../../src/importers/header.ts';

/** What is wrong with a header, as `column: fix`. */
function problems(kind: Parameters<typeof readHeader>[0], cells: readonly string[]): string[] {
	return readHeader(kind, cells).problems.map(({ column, fix }) => `${column}: ${fix}`);
}

describe('readHeader', () => {
	test('knows every column of the four files, in any order', () => {
		const files = {
			organizations: 'created_at plan website_url logo_url description name slug',
			categories: 'icon description name slug',
			programs: `updated_at created_at source_url checked_at status views featured verified logo_url signup_url website_url
				currency payout_frequency payout_minimum tracking_platform cookie_days commission_duration commission_amount
				commission_text commission_rate commission_type categories organization long_description description name slug`,
			reviews: `updated_at created_at status upvotes body title rating author_avatar_url author_display_name
				author_username program id`,
		} as const;
		for (const [kind, columns] of Object.entries(files)) {
			const cells = columns.split(/\s+/);
			expect(readHeader(kind as keyof typeof files, cells)).toEqual({
				columns: cells,
				hasKey: true,
				problems: [],
			});
		}
	});

	test('does not mind white space around names', () => {
		expect(readHeader('categories', [' slug', 'name ']).columns).toEqual(['slug', 'name']);
	});

	test('does not mind missing columns, except the one that names the records', () => {
		expect(problems('reviews', ['id', 'rating'])).toEqual([]);
		expect(readHeader('programs', ['name']).hasKey).toBe(false);
		expect(problems('programs', ['name'])).toEqual(['slug: add it: it identifies the programs']);
		expect(problems('reviews', ['program', 'rating'])).toEqual(['id: add it: it identifies the reviews']);
	});

	test.each([
		['commision_rate', 'write commission_rate'],
		['Slug', 'write slug'],
		['cookie days', 'write cookie_days'],
		['Cookie-Days', 'write cookie_days'],
		['web_site_url', 'write website_url'],
		['platform', 'write tracking_platform'],
	])('suggests the nearest name for %j', (name, fix) => {
		expect(problems('programs', ['slug', name])).toEqual([`${name}: ${fix}`]);
	});

	test.each([
		[
			'Commission',
			'write commission_type, commission_rate, commission_text, commission_amount or commission_duration, depending on what it contains',
		],
		['url', 'write website_url, signup_url, logo_url or source_url, depending on what it contains'],
	])('names all columns that %j may stand for', (name, fix) => {
		expect(problems('programs', ['slug', name])).toEqual([`${name}: ${fix}`]);
	});

	test('lists the names for a column that is like none of them', () => {
		expect(problems('categories', ['slug', 'name', 'x'])).toEqual([
			'x: remove it, or use one of slug, name, description, icon',
		]);
	});

	test('sees that other characters separate the cells', () => {
		expect(problems('categories', ['slug;name'])[0]).toBe('slug;name: separate the cells with commas');
	});

	test('refuses a column that is there twice, and reads the first', () => {
		expect(problems('categories', ['slug', 'name', 'slug'])).toEqual(['slug: remove or rename the others']);
		expect(readHeader('categories', ['slug', 'name', 'slug']).columns).toEqual(['slug', 'name', undefined]);
	});
});
