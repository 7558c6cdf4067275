import { describe, expect, test } from 'vitest';
import { allFacets, type Facets } from '../../../src/search/facets.ts';
import type { CountedFilterName } from '../../../src/search/filter-names.ts';
import { activeFilters, choicesOf, leastChoices, termChoices } from '../../../src/website/explorer/explorer.ts';
import { readExplorerQuery } from '../../../src/website/explorer/query.ts';

const NUMBERS = {
	known: 5,
	least: 5,
	most: 40,
	steps: [
		{ value: 10, count: 4 },
		{ value: 50, count: 0 },
	],
};
/** The values of some filters. The other filters have none. */
const FACETS: Facets = {
	terms: {
		...allFacets([]).terms,
		category: [
			{ value: 'email', count: 3 },
			{ value: 'crm', count: 0 },
		],
		commission_type: [{ value: 'one_time', count: 5 }],
		commission_figure: [{ value: 'up_to', count: 1 }],
		tracking_platform: [{ value: 'in-house', count: 2 }],
		payout_frequency: [{ value: 'twice-a-month', count: 1 }],
		approval: [{ value: 'automatic', count: 1 }],
		availability: [{ value: 'invitation', count: 1 }],
		country: [{ value: 'DE', count: 1 }],
		payout_method: [{ value: 'paypal', count: 1 }],
		attribution: [{ value: 'last-click', count: 1 }],
		provenance: [{ value: 'imported', count: 1 }],
	},
	numbers: { ...allFacets([]).numbers, guaranteed_rate: NUMBERS, cookie_days: NUMBERS, rating_average: NUMBERS },
};
const NAMES = new Map([
	['email', 'Email marketing'],
	['crm', 'CRM'],
	['/organizations/acme/', 'ACME Inc.'],
	['/programs/acme/', 'Acme Mail'],
]);

describe('termChoices', () => {
	test('have readable labels', () => {
		const label = (field: CountedFilterName) => termChoices(field, FACETS, {}, NAMES)[0]?.label;
		expect(label('category')).toBe('Email marketing');
		expect(label('commission_type')).toBe('One-time');
		expect(label('commission_figure')).toBe('Maximum (“up to 60%”)');
		expect(label('approval')).toBe('Automatic');
		expect(label('availability')).toBe('By invitation');
		expect(label('country')).toBe('Germany');
		expect(label('payout_method')).toBe('PayPal');
		expect(label('attribution')).toBe('Last click');
		expect(label('provenance')).toBe('Imported, not checked');
		expect(label('tracking_platform')).toBe('In-house');
		expect(label('payout_frequency')).toBe('Twice a month');
	});

	test('are idle if they would show nothing, unless selected', () => {
		expect(termChoices('category', FACETS, {}, NAMES).map(({ idle }) => idle)).toEqual([false, true]);
		expect(termChoices('category', FACETS, { category: 'crm' }, NAMES)[1]).toMatchObject({ chosen: true, idle: false });
	});

	test('include the selected value even if the directory does not have it', () => {
		const chosen = { value: 'nope', label: 'nope', count: 0, chosen: true, idle: false };
		expect(termChoices('category', FACETS, { category: 'nope' }, NAMES)).toContainEqual(chosen);
	});

	test('are the 250 tags with the most programs, in the order of the directory, and the selected one', () => {
		const tag = Array.from({ length: 400 }, (_, i) => ({ value: `tag-${i}`, count: i }));
		const facets = { ...FACETS, terms: { ...FACETS.terms, tag } };
		const values = termChoices('tag', facets, { tag: 'tag-7' }, NAMES).map(({ value, count }) => [value, count]);
		expect(values).toEqual([['tag-7', 7], ...tag.slice(150).map(({ value, count }) => [value, count])]);
	});
});

describe('leastChoices', () => {
	test('have the count and label of each minimum', () => {
		expect(leastChoices('min_guaranteed', FACETS, { min_guaranteed: '10' })).toEqual([
			{ value: '10', label: '10% or more', count: 4, chosen: true, idle: false },
			{ value: '50', label: '50% or more', count: 0, chosen: false, idle: true },
		]);
	});
});

describe('choicesOf', () => {
	test('are those of the kind of filter', () => {
		expect(choicesOf('category', FACETS, {}, NAMES)).toEqual(termChoices('category', FACETS, {}, NAMES));
		expect(choicesOf('min_rating', FACETS, {}, NAMES)).toEqual(leastChoices('min_rating', FACETS, {}));
	});

	test('are none for a number that no program has, unless a value is given', () => {
		const unknown = { ...NUMBERS, least: null, most: null };
		const facets = { ...FACETS, numbers: { ...FACETS.numbers, rating_average: unknown } };
		expect(choicesOf('min_rating', facets, {}, NAMES)).toEqual([]);
		expect(choicesOf('min_rating', facets, { min_rating: '3' }, NAMES)).not.toEqual([]);
	});
});

describe('activeFilters', () => {
	test('are the filters of the list, each with the address of the list without that filter', () => {
		const values = { q: 'mail', category: 'email', min_cookie_days: '60', sort: 'newest' } as const;
		expect(activeFilters(values, NAMES)).toEqual([
			{ field: 'q', label: '“mail”', address: '/programs/search/?category=email&min_cookie_days=60&sort=newest' },
			{
				field: 'category',
				label: 'Email marketing',
				address: '/programs/search/?q=mail&min_cookie_days=60&sort=newest',
			},
			{
				field: 'min_cookie_days',
				label: 'Cookie 60\u00a0days or longer',
				address: '/programs/search/?q=mail&category=email&sort=newest',
			},
		]);
	});
});

test('Words in quotation marks are shown as they were typed', () => {
	expect(activeFilters({ q: '"mail"' }, NAMES)[0]!.label).toBe('"mail"');
});

test.each([
	['its organization', { organization: 'acme' }, 'ACME Inc.'],
	['its organization, or the slug if it is unknown', { organization: 'crm' }, 'crm'],
	['its program', { similar_to: 'acme' }, 'Alternatives to Acme Mail'],
	['its program, or the slug if it is unknown', { similar_to: 'crm' }, 'Alternatives to crm'],
])('an active filter has the name of %s', (_, values, label) => {
	expect(activeFilters(values, NAMES)[0]!.label).toBe(label);
});

test.each(['constructor', '__proto__', 'x', 'XXX', '\0', '\ufffd', '<b>'])(
	'Any filter of text can have the value %j',
	(text) => {
		const fields = ['payout_method', 'restriction', 'not_restriction', 'attribution', 'payout_frequency'];
		const { values } = readExplorerQuery(new URLSearchParams(fields.map((field) => [field, text])));
		expect(activeFilters(values, NAMES).map(({ field, label }) => [field, typeof label])).toEqual(
			expect.arrayContaining(fields.map((field) => [field, 'string'])),
		);
	},
);

test('A country that does not exist is shown as it was typed', () => {
	expect(activeFilters({ country: 'Germany' }, NAMES)[0]!.label).toBe('Open to Germany');
});
