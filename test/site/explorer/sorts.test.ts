import { describe, expect, test } from 'vitest';
import { SORT_NAMES } from '../../../src/search/order.ts';
import { columnSort, sortChoices } from '../../../src/site/explorer/sorts.ts';

describe('sortChoices', () => {
	test('are the default, all orders of the API, and those by check and by estimate', () => {
		expect(sortChoices({}).map(({ value }) => value)).toEqual(['', ...SORT_NAMES, 'checked_desc', 'estimate']);
	});

	test('call the default "Best match" if there are words', () => {
		expect(sortChoices({ category: 'email' })[0]!.label).toBe('Featured first');
		expect(sortChoices({ q: 'mail' })[0]!.label).toBe('Best match');
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
