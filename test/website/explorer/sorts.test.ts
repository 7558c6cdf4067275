import { describe, expect, test } from 'vitest';
import type { Facets } from '../../../src/search/facets.ts';
import { columnSort, sortChoices } from '../../../src/website/explorer/sorts.ts';

/** The facets of a directory with or without reviews. */
const facets = (most: number | null) => ({ numbers: { rating_average: { most } } }) as unknown as Facets;

import { SITE_SORT_NAMES } from '../../../src/website/explorer/site-sorts.ts';

describe('sortChoices', () => {
	test('are the default and all others', () => {
		expect(sortChoices({}, facets(5)).map(({ value }) => value)).toEqual(['', ...SITE_SORT_NAMES]);
	});

	test('leave out the orders by rating and by reviews if the directory has no reviews', () => {
		const values = sortChoices({}, facets(null)).map(({ value }) => value);
		expect(values).toEqual([
			'',
			'guaranteed_desc',
			'guaranteed_asc',
			'cookie_desc',
			'newest',
			'checked_desc',
			'estimate',
		]);
	});

	test('call the default "Best match" if there are words', () => {
		expect(sortChoices({ category: 'email' }, facets(5))[0]!.label).toBe('Featured first');
		expect(sortChoices({ q: 'mail' }, facets(5))[0]!.label).toBe('Best match');
	});
});

describe('columnSort', () => {
	const sorts = ['guaranteed_desc', 'guaranteed_asc'] as const;

	test('links to the first of its orders from any other order, and keeps the filters', () => {
		const address = '/programs/search/?category=email&sort=guaranteed_desc';
		expect(columnSort(sorts, { category: 'email', sort: 'newest' })).toEqual({ address, direction: undefined });
	});

	test('returns the current direction, and links to the other one', () => {
		expect(columnSort(sorts, { sort: 'guaranteed_desc' })).toEqual({
			address: '/programs/search/?sort=guaranteed_asc',
			direction: 'descending',
		});
		expect(columnSort(sorts, { sort: 'guaranteed_asc' }).direction).toBe('ascending');
	});
});
