import { describe, expect, test } from 'vitest';
import { readProgramQuery } from '../../src/api/program-query.ts';
import { parseQuery } from '../../src/api/target.ts';
import { API_FILTERS, FILTERS, type FilterName } from '../../src/search/filters.ts';

describe('FILTERS', () => {
	test('are the fixed filters of the API, and more for the explorer', () => {
		expect(Object.keys(API_FILTERS)).toEqual([
			'commission_type',
			'min_commission',
			'max_commission',
			'min_cookie_days',
			'tracking_platform',
			'verified_only',
			'category',
		]);
		const more = (Object.keys(FILTERS) as FilterName[]).filter((name) => !(name in API_FILTERS));
		expect(more).not.toEqual([]);
		for (const name of more) expect(() => readProgramQuery(parseQuery(`${name}=1`))).toThrow('not valid');
	});
});
