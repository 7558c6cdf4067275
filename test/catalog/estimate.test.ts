import { describe, expect, test } from 'vitest';
import { type Expectation, estimate } from '../../src/catalog/estimate.ts';
import { payOf } from '../../src/catalog/pay.ts';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { offer } from '../support/offer.ts';
import { publishedProgram } from '../support/published-program.ts';

type Terms = Partial<PublishedProgram>;

/** Ten new customers a month, who stay and pay 50 each month. */
const USUAL: Expectation = { price: 50, customers: 10, churn: 0, months: 12 };

const estimateOf = (terms: Terms, expectation: Partial<Expectation> = {}) => {
	const pay = payOf(publishedProgram({ currency: 'USD', ...terms }), '2026-06-30');
	return typeof pay === 'string' ? pay : estimate(pay, { ...USUAL, ...expectation });
};

const RECURRING = { commission_type: 'recurring', commission_per: 'payment', commission_lifetime: true } as const;
const LIFETIME = { per: 'payment', lifetime: true } as const;
/** How many months the customers of a year have been there by its end: those of January 12, those of February 11. */
const ALL_YEAR = 10 * (12 + 11 + 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1);

/** The most is the least, unless it is given. Null if there is no upper limit. */
type Example = readonly [
	name: string,
	terms: Terms,
	expectation: Partial<Expectation>,
	least: number,
	most?: number | null,
];

const EXAMPLES: readonly Example[] = [
	['30% once', { commission_rate: 30 }, {}, 120 * 15],
	['30% once, without customers', { commission_rate: 30 }, { customers: 0 }, 0],
	['30% once, with 5 customers in 2 months', { commission_rate: 30 }, { customers: 2.5 }, 30 * 15],
	['30% of the first payment', { commission_rate: 30, commission_per: 'first_payment' }, {}, 120 * 15],
	[
		'30% of each sale for 12 months',
		{ commission_rate: 30, commission_per: 'sale', commission_months: 12 },
		{},
		120 * 15,
	],
	['$20 a lead', { commission_amount: 20, commission_per: 'lead' }, {}, 120 * 20],
	['$2 a sign-up', { commission_amount: 2, commission_per: 'signup' }, {}, 120 * 2],
	['$100 a customer', { commission_amount: 100, commission_per: 'customer' }, { churn: 100 }, 120 * 100],
	['$5 and 10% once', { commission_amount: 5, commission_rate: 10, commission_per: 'sale' }, {}, 120 * (5 + 5)],
	['30% for life', { ...RECURRING, commission_rate: 30 }, {}, ALL_YEAR * 15],
	['30% for life in two years', { ...RECURRING, commission_rate: 30 }, { months: 24 }, ((10 * (24 * 25)) / 2) * 15],
	['30% for life, if nobody stays', { ...RECURRING, commission_rate: 30 }, { churn: 100 }, 120 * 15],
	[
		'30% for 3 months',
		{ commission_rate: 30, commission_per: 'payment', commission_months: 3 },
		{},
		10 * (12 + 11 + 10) * 15,
	],
	[
		'30% for 2 months, if half of the customers leave',
		{ commission_rate: 30, commission_per: 'payment', commission_months: 2 },
		{ churn: 50 },
		(10 * 12 + 5 * 11) * 15,
	],
	['10% of net revenue', { ...RECURRING, commission_rate: 10, commission_of: 'net revenue' }, {}, ALL_YEAR * 5],
	[
		'$10 a month for 6 months',
		{ commission_amount: 10, commission_per: 'customer', commission_every: 'month', commission_months: 6 },
		{},
		10 * (12 + 11 + 10 + 9 + 8 + 7) * 10,
	],
	[
		'$100 a year, in two years',
		{ commission_amount: 100, commission_per: 'customer', commission_every: 'year', commission_lifetime: true },
		{ months: 24 },
		10 * (24 + 12) * 100,
	],
	[
		'up to $17,500 a year for 36 months',
		{ commission_amount: 17_500, commission_qualifier: 'up_to', commission_every: 'year', commission_months: 36 },
		{},
		0,
		120 * 17_500,
	],
	['up to 60%', { commission_rate: 60, commission_qualifier: 'up_to' }, {}, 0, 120 * 30],
	['from 20%', { commission_rate: 20, commission_qualifier: 'from' }, {}, 120 * 10, null],
	['20–30%', { commission_rate: 20, commission_maximum: 30, commission_qualifier: 'from' }, {}, 120 * 10, 120 * 15],
	['$20–30', { commission_amount: 20, commission_maximum: 30, commission_qualifier: 'from' }, {}, 120 * 20, 120 * 30],
	[
		'20% or 30%',
		{ commission_rate: 20, commission_maximum: 30, commission_qualifier: 'either' },
		{},
		120 * 10,
		120 * 15,
	],
	[
		'20% for 3 months, then 30%',
		{
			commission_rate: 20,
			commission_per: 'payment',
			commission_months: 3,
			offers: [offer({ rate: 30, ...LIFETIME, from_month: 4, relation: 'then' })],
		},
		{},
		10 * (12 + 11 + 10) * 10 + 10 * (9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1) * 15,
	],
	[
		'20% for life, from month 4 10%',
		{ ...RECURRING, commission_rate: 20, offers: [offer({ rate: 10, ...LIFETIME, from_month: 4, relation: 'then' })] },
		{},
		10 * (12 + 11 + 10) * 10 + 10 * (9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1) * 5,
	],
	[
		'40% of the first payment, then 15%',
		{
			commission_rate: 40,
			commission_per: 'first_payment',
			offers: [offer({ rate: 15, ...LIFETIME, relation: 'then' })],
		},
		{},
		120 * 20 + (ALL_YEAR - 120) * 7.5,
	],
	[
		'20% for 3 months, then 30%, at most $2,500 a customer',
		{
			commission_rate: 20,
			commission_per: 'payment',
			commission_months: 3,
			commission_cap: 2500,
			commission_cap_per: 'customer',
			offers: [offer({ rate: 30, ...LIFETIME, from_month: 4, relation: 'then', cap: 2500, cap_per: 'customer' })],
		},
		{ price: 2000 },
		// After three payments of 400 and two of 600, 100 are left of the 2,500.
		10 * (12 * 400 + 11 * 400 + 10 * 400 + 9 * 600 + 8 * 600 + 7 * 100),
	],
	[
		'$250 for the first sale, $500 for the second',
		{
			commission_amount: 250,
			commission_per: 'sale',
			commission_sales: 1,
			offers: [offer({ amount: 500, per: 'sale', from_sale: 2, sales: 1, relation: 'then' })],
		},
		{},
		250 + 500,
	],
	[
		'$100 a sale, $150 from the sixth',
		{
			commission_amount: 100,
			commission_per: 'sale',
			offers: [offer({ amount: 150, per: 'sale', from_sale: 6, relation: 'then' })],
		},
		{},
		5 * 100 + 115 * 150,
	],
	[
		'20% for life for 5 customers, 22% for all others, with a customer a month',
		{
			...RECURRING,
			commission_rate: 20,
			commission_sales: 5,
			offers: [offer({ rate: 22, ...LIFETIME, from_sale: 6, relation: 'then' })],
		},
		{ price: 100, customers: 1 },
		(12 + 11 + 10 + 9 + 8) * 20 + (7 + 6 + 5 + 4 + 3 + 2 + 1) * 22,
	],
	[
		'20% for life, at most $40 a customer',
		{ ...RECURRING, commission_rate: 20, commission_cap: 40, commission_cap_per: 'customer' },
		{},
		// Four payments of 10 are 40.
		10 * (12 + 11 + 10 + 9) * 10,
	],
	[
		'10% for life, at most $300 a month',
		{ ...RECURRING, commission_rate: 10, commission_cap: 300, commission_cap_per: 'month' },
		{},
		50 + 100 + 150 + 200 + 250 + 7 * 300,
	],
	[
		'30% once, at most $1,000 a year, in two years',
		{ commission_rate: 30, commission_cap: 1000, commission_cap_per: 'year' },
		{ months: 24 },
		1000 + 1000,
	],
	[
		'30% once, at most $1,000 in total, in two years',
		{ commission_rate: 30, commission_cap: 1000, commission_cap_per: 'total' },
		{ months: 24 },
		1000,
	],
	[
		'from 20% once, at most $40 a customer',
		{ commission_rate: 20, commission_qualifier: 'from', commission_cap: 40, commission_cap_per: 'customer' },
		{},
		120 * 10,
		120 * 40,
	],
	[
		'20% for life plus $50 a customer',
		{ ...RECURRING, commission_rate: 20, offers: [offer({ amount: 50, per: 'customer', relation: 'plus' })] },
		{},
		ALL_YEAR * 10 + 120 * 50,
	],
	[
		'$300 a customer plus $100 for the first one',
		{
			commission_amount: 300,
			commission_per: 'customer',
			offers: [offer({ amount: 100, per: 'customer', sales: 1, relation: 'plus' })],
		},
		{},
		120 * 300 + 100,
	],
	[
		'10% for life plus $250 for the first sale, $500 for the second and $350 for sales 6 to 10',
		{
			...RECURRING,
			commission_rate: 10,
			offers: [
				offer({ amount: 250, per: 'sale', sales: 1, relation: 'plus' }),
				offer({ amount: 500, per: 'sale', from_sale: 2, sales: 1, relation: 'then' }),
				offer({ amount: 350, per: 'lead', from_sale: 6, sales: 5, relation: 'then' }),
			],
		},
		{},
		ALL_YEAR * 5 + 250 + 500 + 5 * 350,
	],
	[
		'$75 or 20% for life',
		{ commission_amount: 75, commission_type: 'recurring', offers: [offer({ rate: 20, ...LIFETIME, relation: 'or' })] },
		{},
		ALL_YEAR * 10,
		120 * 75,
	],
	[
		'$75 or 20% for life, in one offer',
		{ ...RECURRING, commission_rate: 20, commission_amount: 75, commission_qualifier: 'either' },
		{},
		ALL_YEAR * 10,
		120 * 75,
	],
	[
		'$75, or 20% for 3 months and then 10%',
		{
			commission_amount: 75,
			offers: [
				offer({ rate: 20, per: 'payment', months: 3, relation: 'or' }),
				offer({ rate: 10, ...LIFETIME, from_month: 4, relation: 'then' }),
			],
		},
		{},
		10 * (12 + 11 + 10) * 10 + 10 * (9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1) * 5,
		120 * 75,
	],
	[
		'20% once, 40% for Gold partners and a bonus for them',
		{
			commission_rate: 20,
			offers: [
				offer({ rate: 40, condition: 'Gold partners', relation: 'instead' }),
				offer({ amount: 100, per: 'customer', relation: 'plus' }),
			],
		},
		{},
		120 * 10,
	],
	[
		'20% once, and a bonus under a condition',
		{ commission_rate: 20, offers: [offer({ amount: 100, relation: 'plus', condition: 'with a case study' })] },
		{},
		120 * 10,
		null,
	],
	[
		'20% for life, 30% from the sixth customer under a condition',
		{
			...RECURRING,
			commission_rate: 20,
			offers: [offer({ rate: 30, ...LIFETIME, from_sale: 6, relation: 'then', condition: 'certified partners' })],
		},
		{ customers: 1 },
		// Nothing says what others get from the sixth customer.
		(12 + 11 + 10 + 9 + 8) * 10,
		null,
	],
	[
		'20% once, and a bonus that has ended',
		{ commission_rate: 20, offers: [offer({ amount: 100, relation: 'plus', until: '2026-06-29' })] },
		{},
		120 * 10,
	],
	[
		'40% for 12 months and then 15%, for annual plans, in two years',
		{
			commission_rate: 40,
			commission_per: 'payment',
			commission_months: 12,
			commission_condition: 'annual plans',
			offers: [
				offer({ rate: 15, ...LIFETIME, from_month: 13, relation: 'then', condition: 'annual plans' }),
				offer({ rate: 30, ...LIFETIME, relation: 'instead', condition: 'monthly plans' }),
			],
		},
		{ months: 24 },
		10 * (24 + 23 + 22 + 21 + 20 + 19 + 18 + 17 + 16 + 15 + 14 + 13) * 20 + ALL_YEAR * 7.5,
	],
	['20%, where nothing says how often', { commission_type: null, commission_rate: 20 }, {}, 120 * 10, null],
	['20% in tiers that are not published', { commission_type: 'tiered', commission_rate: 20 }, {}, 120 * 10, null],
	[
		'$50 + 10% for 12 months, hybrid, in one offer',
		{
			commission_type: 'hybrid',
			commission_rate: 10,
			commission_amount: 50,
			commission_per: 'payment',
			commission_months: 12,
		},
		{},
		120 * 50 + ALL_YEAR * 5,
	],
	['$50 and more, hybrid', { commission_type: 'hybrid', commission_amount: 50 }, {}, 120 * 50, null],
	[
		'up to 20%, hybrid',
		{ commission_type: 'hybrid', commission_rate: 20, commission_qualifier: 'up_to' },
		{},
		0,
		120 * 10,
	],
];

describe('An estimate', () => {
	const examples = EXAMPLES.map(([name, terms, expectation, least, most = least]) => {
		return { name, terms, expectation, total: { least, most } };
	});
	test.each(examples)('$name', ({ terms, expectation, total }) => {
		expect(estimateOf(terms, expectation)).toMatchObject({ total });
	});

	test('has whole numbers of payments, and cents for each, so that its product is its total', () => {
		const once = estimateOf({ commission_rate: 12.345 }, { customers: 0.45 });
		expect(once).toEqual({
			parts: [[{ payments: 5, each: { least: 6.17, most: 6.17 } }]],
			total: { least: 30.85, most: 30.85 },
		});
	});
});
