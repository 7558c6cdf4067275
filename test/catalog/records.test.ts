import { describe, expect, test } from 'vitest';
import { KINDS, type Kind, parseRecord } from '../../src/catalog/records.ts';

const NOW = '2026-05-01T12:00:00Z';

const REQUIRED = {
	organizations: { slug: 'acme', name: 'Acme' },
	categories: { slug: 'tools', name: 'Tools' },
	programs: {
		slug: 'acme',
		name: 'Acme',
		organization: 'acme',
		commission_type: 'recurring',
		website_url: 'https://acme.example/',
	},
	reviews: { id: 'rev_1', program: 'acme', author_username: 'ada', rating: 4, created_at: '2025-01-02T03:04:05Z' },
} as const;

function problems(kind: Kind, fields: object) {
	const parsed = parseRecord(kind, { ...REQUIRED[kind], ...fields }, NOW);
	return 'problems' in parsed ? parsed.problems : [];
}

describe('parseRecord', () => {
	test('fills in nulls and defaults of organizations', () => {
		expect(parseRecord('organizations', REQUIRED.organizations, NOW)).toEqual({
			record: {
				...REQUIRED.organizations,
				description: null,
				logo_url: null,
				website_url: null,
				plan: 'free',
				created_at: NOW,
			},
		});
	});

	test('earnings per click and order values need a source and a date', () => {
		const source = { earnings_source_url: 'https://acme.example/', earnings_at: NOW };
		for (const figures of [{ epc: 0.8 }, { average_order_value: 0 }]) {
			expect(problems('programs', { ...figures, ...source })).toEqual([]);
			expect(problems('programs', { ...figures, earnings_at: NOW })).toMatchObject([
				{ column: 'earnings_source_url', rule: 'given if there is epc or average_order_value' },
			]);
			expect(problems('programs', figures).map(({ column }) => column)).toEqual(['earnings_source_url', 'earnings_at']);
		}
		expect(problems('programs', { earnings_at: NOW })).toEqual([]);
	});

	test('the upper end of a range of percentages is a percentage', () => {
		const refused = { rule: 'at most 1,000 beside a percentage' };
		const maximum = 1_000_000_000;
		expect(problems('programs', { commission_rate: 20, commission_maximum: maximum })).toMatchObject([
			{ column: 'commission_maximum', ...refused },
		]);
		expect(problems('programs', { offers: [{ rate: 20, maximum }] })).toMatchObject([
			{ column: 'offers', path: 'offers.0.maximum', ...refused },
		]);
		expect(problems('programs', { commission_amount: 20, commission_maximum: maximum })).toEqual([]);
		expect(problems('programs', { commission_rate: 20, commission_maximum: 1000 })).toEqual([]);
	});

	test('fills in nulls and defaults of categories', () => {
		expect(parseRecord('categories', REQUIRED.categories, NOW)).toEqual({
			record: { ...REQUIRED.categories, description: null, icon: 'tag' },
		});
	});

	test('fills in nulls and defaults of programs', () => {
		expect(parseRecord('programs', REQUIRED.programs, NOW)).toMatchObject({
			record: {
				...REQUIRED.programs,
				description: '',
				long_description: '',
				categories: [],
				commission_rate: null,
				commission_text: null,
				commission_amount: null,
				commission_duration: null,
				commission_maximum: null,
				commission_per: null,
				commission_months: null,
				commission_lifetime: false,
				offers: [],
				cookie_days: null,
				tracking_platform: null,
				payout_minimum: null,
				payout_frequency: null,
				currency: null,
				signup_url: null,
				logo_url: null,
				verified: false,
				featured: false,
				views: 0,
				status: 'published',
				checked_at: null,
				source_url: null,
				created_at: NOW,
				updated_at: NOW,
			},
		});
	});

	test('fills in nulls and defaults of reviews', () => {
		expect(parseRecord('reviews', REQUIRED.reviews, NOW)).toEqual({
			record: {
				...REQUIRED.reviews,
				author_display_name: 'ada',
				author_avatar_url: null,
				title: '',
				body: '',
				months_in_program: null,
				paid_on_time: null,
				approval_days: null,
				upvotes: 0,
				status: 'published',
				updated_at: REQUIRED.reviews.created_at,
			},
		});
	});

	test('takes updated_at from created_at if it is unknown', () => {
		const created_at = '2024-01-01T00:00:00Z';
		expect(parseRecord('programs', { ...REQUIRED.programs, created_at }, NOW)).toMatchObject({
			record: { created_at, updated_at: created_at },
		});
	});

	test.each(KINDS)('names every required field of an empty record of %s', (kind) => {
		const parsed = parseRecord(kind, {}, NOW);
		const columns = 'problems' in parsed ? parsed.problems.map(({ column }) => column) : [];
		expect(columns.sort()).toEqual(Object.keys(REQUIRED[kind]).sort());
		expect(parsed).toMatchObject({ problems: columns.map(() => ({ rule: 'given' })) });
	});

	test('reports all broken rules at once, each with its value and advice', () => {
		expect(problems('programs', { slug: 'Acme Co', cookie_days: -1, currency: 'usd' })).toEqual([
			{
				column: 'slug',
				value: 'Acme Co',
				rule: 'lower-case letters and digits, separated by single hyphens, at most 200 characters',
				fix: 'write acme-co',
			},
			{ column: 'cookie_days', value: -1, rule: '0 or more', fix: 'leave it empty if it is unknown' },
			{ column: 'currency', value: 'usd', rule: 'an ISO 4217 currency code in capitals', fix: 'write USD' },
		]);
	});

	test.each<[Kind, object, string, string]>([
		['programs', { status: 'DRAFT' }, 'one of published, draft', 'write draft'],
		['programs', { commission_type: 'one time' }, 'one of recurring, one_time, hybrid, tiered', 'write one_time'],
		['programs', { commission_rate: -1 }, '0 or more', 'leave it empty if it is unknown'],
		['programs', { cookie_days: 30.5 }, 'a whole number', 'write 30 or 31'],
		['programs', { views: 2 ** 60 }, 'at most 9,007,199,254,740,991', 'correct it, or leave it empty'],
		['programs', { commission_rate: 1e308 }, 'at most 1,000', 'correct it, or leave it empty'],
		['programs', { offers: [{ amount: 1e11 }] }, 'at most 10,000,000,000', 'correct it, or leave it empty'],
		['reviews', { rating: 4.2 }, '1 to 5, in steps of 0.5', 'write 4 or 4.5'],
		['reviews', { rating: 9 }, '1 to 5, in steps of 0.5', 'write a rating such as 4.5'],
	])('reports the rule and the advice for %s with %j', (kind, fields, rule, fix) => {
		expect(problems(kind, fields)).toMatchObject([{ rule, fix }]);
	});

	test('reports a problem of a field once, not again for a default taken from it', () => {
		expect(problems('programs', { created_at: 'yesterday' }).map(({ column }) => column)).toEqual(['created_at']);
		expect(problems('reviews', { author_username: 'a\nb' }).map(({ column }) => column)).toEqual(['author_username']);
	});

	test.each<[Kind, object, string]>([
		['programs', { slug: 'search' }, 'a slug that is not reserved for a page of the site'],
		['programs', { categories: ['a', 'b', 'a'] }, 'a list without duplicates'],
		[
			'programs',
			{ categories: ['A'] },
			'lower-case letters and digits, separated by single hyphens, at most 200 characters',
		],
		['programs', { verified: 'yes' }, 'true or false'],
		['programs', { description: 'Two\nlines' }, 'one line of visible text without control characters'],
		[
			'programs',
			{ slug: 'a'.repeat(201) },
			'lower-case letters and digits, separated by single hyphens, at most 200 characters',
		],
		['reviews', { id: 'review_1' }, 'rev_ followed by letters, digits, _ or -, at most 200 characters'],
		['reviews', { id: 'rev_' }, 'rev_ followed by letters, digits, _ or -, at most 200 characters'],
		['reviews', { rating: 0.5 }, '1 to 5, in steps of 0.5'],
		['reviews', { status: 'hidden' }, 'one of published, pending, rejected'],
		['categories', { colour: 'red' }, 'a known field'],
	])('refuses %s with %j', (kind, fields, rule) => {
		expect(problems(kind, fields).map((problem) => problem.rule)).toEqual([rule]);
	});

	test.each<[Kind, object]>([
		['programs', { commission_rate: 125 }],
		['programs', { commission_rate: 0, cookie_days: 0 }],
		['programs', { long_description: 'Two\nlines' }],
		['reviews', { rating: 4.5 }],
		['reviews', { id: 'rev_A-b_9' }],
		['organizations', { plan: 'early-bird' }],
	])('accepts %s with %j', (kind, fields) => {
		expect(problems(kind, fields)).toEqual([]);
	});
});
