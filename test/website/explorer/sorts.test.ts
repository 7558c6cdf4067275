import { describe, expect, test } from 'vitest';
import type { Facets } from '../../../src/search/facets.ts';
import { SORT_NAMES } from '../../../src/search/order.ts';
import { columnSort, sortChoices } from '../../../src/website/explorer/sorts.ts';

/** The facets of a directory with or without reviews. */
const facets = (most: number | null) => ({ numbers: { rating_average: { most } } }) as unknown as Facets;

describe('sortChoices', () => {
	test('are the default, all orders of the API, and the orders by check and by estimate', () => {
		expect(sortChoices({}, facets(5)).map(({ value }) => value)).toEqual([
			'',
			...SORT_NAMES,
			'checked_desc',
			'estimate',
		]);
	});

	test('leave out the orders by rating and by reviews if the directory has no reviews', () => {
		const values = sortChoices({}, facets(null)).map(({ value }) => value);
		expect(values).toEqual([
			'',
			'commission_desc',
			'commission_asc',
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
	const sorts = ['commission_desc', 'commission_asc'] as const;

	test('links to the first of its orders from any other order, and keeps the filters', () => {
		const address = '/programs/search/?category=email&sort=commission_desc';
		expect(columnSort(sorts, { category: 'email', sort: 'newest' })).toEqual({ address, direction: undefined });
	});

	test('returns the current direction, and links to the other one', () => {
		expect(columnSort(sorts, { sort: 'commission_desc' })).toEqual({
			address: '/programs/search/?sort=commission_asc',
			direction: 'descending',
		});
		expect(columnSort(sorts, { sort: 'commission_asc' }).direction).toBe('ascending');
	});
});
