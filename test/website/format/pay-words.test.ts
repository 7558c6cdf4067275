import { describe, expect, test } from 'vitest';
import type { ListedOffer } from '../../../src/catalog/offer.ts';
import { basePay, inOneLine, offerWords, payLine, payTimeline } from '../../../src/website/format/pay-words.ts';
import { CONTRADICTION, offer } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

const words = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;

describe('An offer in words says', () => {
	test.each([
		['the figures', { rate: 12.5 }, '12.5%'],
		['a range', { rate: 20, maximum: 30, qualifier: 'from' }, '20–30%'],
		['a range of amounts', { amount: 15, maximum: 20, qualifier: 'from' }, '$15–$20'],
		['a maximum', { amount: 50, rate: 20, qualifier: 'up_to' }, 'up to $50 + 20%'],
		['one of two figures', { amount: 75, rate: 20, qualifier: 'either' }, '$75 or 20%'],
		['its own currency', { amount: 1250, currency: 'EUR' }, '€1,250'],
		['that it is for payments', { rate: 20, per: 'payment' }, '20% of each payment'],
		['that it is for sales', { amount: 45, per: 'sale' }, '$45 per sale'],
		['that it is for the first payment', { rate: 60, per: 'first_payment', months: 1 }, '60% of the first payment'],
		['that it is for sign-ups', { amount: 2, per: 'signup' }, '$2 per sign-up'],
		['what a percentage is of', { rate: 20, of: 'our commission' }, '20% of our commission'],
		['of what and for what', { rate: 9, of: 'ad spend', per: 'payment' }, '9% of ad spend'],
		['how often', { amount: 10, every: 'month', months: 12 }, '$10 a month for each customer for 12 months'],
		['how often for leads', { amount: 10, every: 'year', per: 'lead' }, '$10 a year per lead'],
		['how often for a percentage', { rate: 5, per: 'payment', every: 'year' }, '5% of each payment every year'],
		['how long', { rate: 20, per: 'payment', months: 12 }, '20% of each payment for 12 months'],
		['that it is for one month', { rate: 90, per: 'payment', months: 1 }, '90% of each payment for the first month'],
		['that it is for life', { rate: 20, per: 'payment', lifetime: true }, '20% of each payment for life'],
		['the month it begins in', { rate: 5, per: 'payment', from_month: 2 }, 'from month 2: 5% of each payment'],
		['its months', { rate: 5, from_month: 4, months: 9 }, 'months 4–12: 5%'],
		['that it is for one sale', { amount: 250, per: 'sale', sales: 1 }, '$250 for the first sale'],
		['for how many sales it holds', { rate: 30, per: 'sale', sales: 10 }, '30% of each sale for the first 10 sales'],
		['the sale it begins with', { amount: 500, from_sale: 2 }, 'from the second sale: $500'],
		['a late sale it begins with', { amount: 500, from_sale: 51 }, 'from sale 51: $500'],
		['its sales', { rate: 30, from_sale: 11, sales: 40 }, 'sales 11–50: 30%'],
		['that it is credit', { amount: 50, per: 'sale', reward: 'credit' }, '$50 per sale as credit'],
		['its cap for a customer', { rate: 20, cap: 2500, cap_per: 'customer' }, '20% (at most $2,500 a customer)'],
		['its cap in total', { rate: 20, cap: 900, cap_per: 'total' }, '20% (at most $900 in total)'],
		['its cap for no known period', { rate: 20, cap: 900 }, '20% (at most $900)'],
		['its last day', { rate: 20, until: '2999-07-01' }, '20% (until 1 July 2999)'],
		['that it has expired', { rate: 20, until: '2020-07-01' }, '20% (expired on 1 July 2020)'],
		['its condition', { rate: 20, condition: 'annual plans' }, '20% (annual plans)'],
		['that it is paid too', { amount: 50, per: 'signup', relation: 'plus' }, 'plus $50 per sign-up'],
		['that it is an alternative', { amount: 75, per: 'customer', relation: 'or' }, 'or $75 per customer'],
		['that it comes later', { rate: 30, relation: 'then' }, 'then 30%'],
		['that it takes the place of another', { rate: 30, relation: 'instead' }, 'instead 30%'],
		['only its condition if that says it', { rate: 30, relation: 'instead', condition: 'Gold' }, '30% (Gold)'],
	] as const)('%s', (_, fields, expected) => {
		expect(words(inOneLine(offerWords(offer(fields), 'USD')))).toBe(expected);
	});

	test('bare numbers if the currency is not to be shown, and that it is unknown if it is not stated', () => {
		const fee = offer({ amount: 50, cap: 100 });
		expect(inOneLine(offerWords(fee, undefined))).toBe('50 (at most 100)');
		expect(words(offerWords(fee, null).pays)).toBe('50 (currency not stated)');
	});
});

const recurring = { commission_type: 'recurring', commission_rate: 50 } as const;
const EUROS = { commission_amount: 45, currency: 'EUR' } as const;

test.each([
	[{ ...recurring, commission_months: 12 }, '50% of each payment for 12 months'],
	[{ ...recurring, commission_per: 'sale', commission_months: 12 }, '50% of each payment for 12 months'],
	[{ commission_type: 'recurring', ...EUROS }, '€45 for each payment'],
	[EUROS, '€45 per sale'],
	[{ commission_type: null, ...EUROS }, '€45'],
	[{ commission_rate: 20, commission_of: 'our commission' }, '20% of our commission'],
	[{ ...EUROS, commission_every: 'month' }, '€45 a month for each customer'],
	[{ commission_type: 'hybrid', commission_amount: 50, commission_rate: 10, currency: 'USD' }, '$50 + 10%'],
	[
		{ ...EUROS, commission_cap: 900, commission_cap_per: 'year', commission_condition: 'T1 countries' },
		'€45 per sale, at most €900 a year (T1 countries)',
	],
	[
		{ commission_rate: 20, commission_per: 'customer', commission_until: '2020-07-01' },
		'20% for each new customer until 1 July 2020',
	],
	[{ commission_text: 'it varies' }, ''],
	[{ offers: [offer({ rate: 40, condition: 'Gold partners' })] }, ''],
] as const)('%o pays: %s', (fields, expected) => {
	expect(words(basePay(publishedProgram({ ...fields, offers: 'offers' in fields ? [...fields.offers] : [] })))).toBe(
		expected,
	);
});

describe('The timeline of a program', () => {
	type Case = [string, Parameters<typeof publishedProgram>[0], readonly Partial<ListedOffer>[], string];
	test.each<Case>([
		[
			'phases, with the limits that all of them share at the end',
			{
				commission_type: 'recurring',
				commission_rate: 20,
				commission_months: 3,
				...{ commission_cap: 2500, commission_cap_per: 'customer' },
				...{ commission_until: '2999-07-01', commission_condition: 'annual plans only' },
			},
			[
				{
					...{ rate: 30, per: 'payment', from_month: 4, relation: 'then' },
					...{ cap: 2500, cap_per: 'customer', until: '2999-07-01', condition: 'annual plans only' },
				},
			],
			'months 1–3: 20% of each payment · from month 4: 30% · at most $2,500 a customer · until 1 July 2999 · annual plans only',
		],
		[
			'a phase that ends where the next one begins',
			{ commission_type: 'recurring', commission_rate: 50 },
			[
				{ rate: 30, from_month: 2, relation: 'then' },
				{ rate: 10, from_month: 13, relation: 'then', lifetime: true },
			],
			'month 1: 50% of each payment · months 2–12: 30% · from month 13: 10% for life',
		],
		[
			'sales',
			{ commission_amount: 250, commission_per: 'sale' },
			[{ amount: 500, per: 'sale', from_sale: 2, relation: 'then' }],
			'first sale: $250 · from the second sale: $500 per sale',
		],
		[
			'tiers',
			{ commission_rate: 10, commission_sales: 10 },
			[
				{ rate: 20, from_sale: 11, relation: 'then' },
				{ rate: 30, from_sale: 51, relation: 'then' },
			],
			'first 10 sales: 10% of each sale · sales 11–50: 20% · from sale 51: 30%',
		],
		[
			'what is paid besides, with its own limits',
			{ commission_rate: 120, commission_per: 'first_payment' },
			[{ rate: 5, per: 'payment', from_month: 2, lifetime: true, relation: 'plus', cap: 90, cap_per: 'month' }],
			'120% of the first payment · plus from month 2: 5% of each payment for life (at most $90 a month)',
		],
		[
			'what is paid besides, which does not end with a phase',
			{ commission_type: 'recurring', commission_rate: 50 },
			[
				{ amount: 9, per: 'signup', relation: 'plus' },
				{ rate: 10, from_month: 13, relation: 'then' },
			],
			'months 1–12: 50% of each payment · plus $9 per sign-up · from month 13: 10%',
		],
		[
			'alternatives and plans',
			{ commission_amount: 75, commission_per: 'customer', commission_condition: 'monthly plan' },
			[
				{ amount: 150, per: 'customer', condition: 'yearly plan', relation: 'instead' },
				{ rate: 20, per: 'payment', relation: 'or' },
			],
			'$75 per customer (monthly plan) · $150 per customer (yearly plan) · or 20% of each payment',
		],
		[
			'an offer of which nothing tells when it holds',
			{ commission_rate: 20, commission_per: 'sale' },
			[
				{ rate: 40, per: 'sale' },
				{ amount: 5, per: 'lead' },
			],
			'20% of each sale · 40% of each sale (condition not stated) · $5 per lead',
		],
		[
			'an offer once, if another one only repeats it',
			{ commission_rate: 20, commission_per: 'payment', commission_months: 12 },
			[{ rate: 20, per: 'payment', months: 12 }],
			'20% of each payment for 12 months',
		],
		[
			'an offer for an event without a name of its own',
			{ commission_amount: 75, commission_per: 'other' },
			[{ rate: 20 }],
			'$75 (per referral or other event) · 20% (condition not stated)',
		],
		['no base offer', {}, [{ rate: 40, condition: 'Gold partners' }], '40% · Gold partners'],
	])('has %s', (_, fields, offers, expected) => {
		const program = publishedProgram({ currency: 'USD', ...fields, offers: offers.map(offer) });
		expect(words(payLine(program))).toBe(expected);
	});

	test('is empty without offers, and leaves out contradictory statements', () => {
		expect(payLine(publishedProgram({}))).toBeNull();
		expect(payTimeline(publishedProgram({ offers: CONTRADICTION }))).toEqual({ offers: [], limits: [] });
	});
});
