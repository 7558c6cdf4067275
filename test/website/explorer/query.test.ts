import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILTER_NAMES } from '../../../src/search/filter-names.ts';
import { EXPECTATION_FIELDS } from '../../../src/website/estimates/expectation.ts';
import {
	type ExplorerValues,
	explorerAddress,
	FILTER_FIELDS,
	programListAddress,
	programQuery,
	readExplorerQuery,
	without,
} from '../../../src/website/explorer/query.ts';
import { SITE_SORT_NAMES } from '../../../src/website/explorer/site-sorts.ts';
import { textsOf } from '../../support/filter-values.ts';

const read = (query: string) => readExplorerQuery(new URLSearchParams(query));

describe('readExplorerQuery', () => {
	test('reads every filter under the name of the API, except those by pay that is not certain', () => {
		const names = [...FILTER_FIELDS];
		expect(FILTER_NAMES.filter((name) => !(names as string[]).includes(name))).toEqual([
			'min_commission',
			'max_commission',
		]);
		const query = names.map((name) => [name, textsOf(name)[0]]);
		expect(Object.keys(read(String(new URLSearchParams(query))).values).sort()).toEqual(names.sort());
	});

	test('ignores unknown parameters and empty values', () => {
		expect(read('utm_source=mail&q=&min_guaranteed=&category=+')).toEqual(read(''));
	});

	test('uses the last value of several that is not empty', () => {
		expect(read('min_guaranteed=10&min_guaranteed=30&min_guaranteed=').values).toEqual({ min_guaranteed: '30' });
	});

	test('accepts the same spellings as the API', () => {
		expect(read('commission_type=one-time&verified_only=1').values).toEqual({
			commission_type: 'one_time',
			verified_only: 'true',
		});
		expect(read('deep_links=1').values).toEqual({ deep_links: 'true' });
		expect(read('verified_only=false&deep_links=0&commission_lifetime=false')).toEqual(read(''));
	});

	test.each([
		['min_guaranteed=abc', 'min_guaranteed', '“abc” is not a number (0 or higher), so it was ignored.'],
		['max_guaranteed=-5', 'max_guaranteed', '“-5” is not a number (0 or higher), so it was ignored.'],
		['min_cookie_days=1.5', 'min_cookie_days', '“1.5” is not a whole number (0 or higher), so it was ignored.'],
		['commission_type=monthly', 'commission_type', '“monthly” is not one of the choices, so it was ignored.'],
		['price=-1', 'price', '“-1” is not a number from 0 to 1,000,000,000, so it was ignored.'],
		['customers=1e3', 'customers', '“1e3” is not a number from 0 to 1,000,000, so it was ignored.'],
		['churn=101', 'churn', '“101” is not a number from 0 to 100, so it was ignored.'],
		['months=18', 'months', '“18” is not one of the choices, so it was ignored.'],
		['sort=price', 'sort', '“price” is not a sort order, so it was ignored.'],
		[`sort=${'x'.repeat(39)}💡!`, 'sort', `“${'x'.repeat(39)}…” is not a sort order, so it was ignored.`],
	])('leaves out an invalid value and reports it: %s', (query, field, problem) => {
		expect(read(query)).toMatchObject({ values: {}, problems: { [field]: problem } });
	});

	test('reports that a range that ends before it starts matches nothing', () => {
		const problem = 'The maximum is below the minimum, so nothing matches.';
		expect(read('min_cookie_days=90&max_cookie_days=30').problems).toEqual({ max_cookie_days: problem });
		expect(read('min_cookie_days=30&max_cookie_days=30').problems).toEqual({});
	});

	test('reads as many characters as a search allows', () => {
		expect([...read(`q=${encodeURIComponent('🙂'.repeat(300))}`).values.q!]).toHaveLength(200);
	});

	test('searches by intent, except for words in quotation marks', () => {
		for (const query of ['q="mail"', 'q=mail&exact=true', 'q="mail"&exact=true']) {
			expect(read(query).values).toEqual({ q: '"mail"' });
			expect(programQuery(read(query))).toMatchObject({ q: 'mail', byIntent: false });
		}
		expect(programQuery(read('q=mail')).byIntent).toBe(true);
		expect(read('category=mail&exact=true').values).toEqual({ category: 'mail' });
	});

	test('finds a tag in the spelling of people', () => {
		expect(read('tag=Email+Marketing').values).toEqual({ tag: 'email-marketing' });
	});

	test.each(['page=0', 'page=-1', 'page=two', 'page=1e9', ''])('starts at the first page for %s', (query) => {
		expect(read(query).page).toBe(1);
	});

	test('makes a query for the program index from any address', () => {
		const name = fc.constantFrom('q', 'page', 'sort', 'exact', ...EXPECTATION_FIELDS, ...FILTER_NAMES);
		const text = fc.oneof(
			fc.string(),
			fc.double({ min: 0 }).map(String),
			fc.constantFrom('1', 'true', '٣', '0.0000001'),
		);
		fc.assert(
			fc.property(fc.array(fc.tuple(name, text)), (pairs) => {
				const query = programQuery(readExplorerQuery(new URLSearchParams(pairs)));
				expect(query.offset).toBeGreaterThanOrEqual(0);
				for (const value of Object.values(query.filters!)) expect(value).not.toBeNaN();
			}),
		);
	});
});

describe('programQuery', () => {
	test('sorts by best match if there are words and otherwise like lists, unless another order is selected', () => {
		expect(programQuery(read('q=mail')).sort).toBe('relevance');
		expect(programQuery(read('q=mail&sort=newest')).sort).toBe('newest');
		expect(programQuery(read('category=mail')).sort).toBe('listed');
	});

	test('filters and sorts by guaranteed commissions', () => {
		expect(programQuery(read('min_guaranteed=20&max_guaranteed=30&sort=guaranteed_desc'))).toMatchObject({
			filters: { min_guaranteed: 20, max_guaranteed: 30 },
			sort: 'guaranteed_desc',
		});
	});

	test('sorts by the estimate for the numbers of the visitor, or for an example', () => {
		expect(programQuery(read('price=80&customers=3&churn=2&sort=estimate')).sort).toMatchObject({
			price: 80,
			churn: 2,
		});
		expect(programQuery(read('sort=estimate')).sort).toMatchObject({ price: 50, churn: 5 });
		expect(programQuery(read('sort=estimate&months=24')).sort).toMatchObject({ price: 50, months: 24 });
		expect(read('months=12').values).toEqual({});
		expect(programQuery(read('price=80')).sort).toBe('listed');
	});
});

describe('explorerAddress', () => {
	const number = fc.nat().map(String);
	const values = fc.record(
		{
			q: fc.string({ minLength: 1, maxLength: 200 }).filter((text) => text.trim() === text),
			category: fc.stringMatching(/^[a-z]+(-[a-z]+)*$/),
			min_guaranteed: number,
			max_cookie_days: number,
			min_rating: number,
			verified_only: fc.constant('true'),
			price: fc.nat(1e9).map(String),
			churn: fc.nat(100).map(String),
			sort: fc.constantFrom(...SITE_SORT_NAMES),
		},
		{ requiredKeys: [] },
	) as fc.Arbitrary<ExplorerValues>;

	test('contains the whole request: reading the address gives the same request', () => {
		fc.assert(
			fc.property(values, fc.integer({ min: 1, max: 1000 }), (values, page) => {
				fc.pre(Object.keys(values).length > 0);
				const { search } = new URL(explorerAddress(values, page), 'http://site.example');
				expect(read(search)).toMatchObject({ values, page });
			}),
		);
	});

	test('is the list of all programs for an empty request', () => {
		expect(explorerAddress({})).toBe('/programs/');
		expect(explorerAddress({}, 3)).toBe('/programs/page/3/');
	});

	test('is a search for the pages of the list of all programs that the build does not render', () => {
		expect(explorerAddress({}, 100)).toBe('/programs/page/100/');
		expect(explorerAddress({}, 101)).toBe('/programs/search/?page=101');
	});

	test('has the fields in the same order, for any order of the values', () => {
		const address = '/programs/search/?q=mail&category=email&sort=newest';
		expect(explorerAddress({ sort: 'newest', category: 'email', q: 'mail' })).toBe(address);
	});
});

describe('programListAddress', () => {
	test('is a search for the pages that the build does not render', () => {
		const address = programListAddress('/categories/crm/', { category: 'crm' });
		expect([1, 2, 100, 101].map(address)).toEqual([
			'/categories/crm/',
			'/categories/crm/page/2/',
			'/categories/crm/page/100/',
			'/programs/search/?category=crm&page=101',
		]);
	});
});

describe('without', () => {
	test('keeps the values of all other fields', () => {
		expect(without({ q: 'mail', sort: 'newest', min_rating: '4' }, 'q', 'min_rating')).toEqual({ sort: 'newest' });
	});
});
