import { describe, expect, test } from 'vitest';
import { SORT_NAMES } from '../../src/search/order.ts';
import { columnSort, SORT_CHOICES } from '../../src/site/explorer-sorts.ts';

describe('SORT_CHOICES', () => {
	test('are every order of the API, and the one without a name', () => {
		expect(SORT_CHOICES.map(({ value }) => value)).toEqual(['', ...SORT_NAMES]);
	});
});

describe('columnSort', () => {
	const sorts = ['commission_desc', 'commission_asc'] as const;

	test('leads to the first of its orders from any other, and keeps the filters', () => {
		const address = '/programs/search/?category=email&sort=commission_desc';
		expect(columnSort(sorts, { category: 'email', sort: 'newest' })).toEqual({ address, direction: undefined });
	});

	test('says which way the list is sorted, and leads to the other way', () => {
		expect(columnSort(sorts, { sort: 'commission_desc' })).toEqual({
			address: '/programs/search/?sort=commission_asc',
			direction: 'descending',
		});
		expect(columnSort(sorts, { sort: 'commission_asc' }).direction).toBe('ascending');
	});
});
