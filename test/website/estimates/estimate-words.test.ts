import { describe, expect, test } from 'vitest';
import type { Part, Pay, Period, Phase } from '../../../src/catalog/pay.ts';
import { estimateWords } from '../../../src/website/estimates/estimate-words.ts';

const MONTHLY = { rate: 30, every: 'month', months: 12 } as const;
const wordsOf = (pay: Partial<Pay>, { churn = 0, months = 12 }: { churn?: number; months?: Period } = {}) =>
	estimateWords({ parts: [], currency: 'USD', ...pay }, { price: 50, customers: 10, churn, months });
const words = (phase: Phase, more: Partial<Pay> = {}, expectation = {}) =>
	wordsOf({ parts: [{ phases: [phase] }], ...more }, expectation);
/** The sentences that say what a program pays. */
const paid = (...parts: Part[]) => wordsOf({ parts }).sentences.filter((sentence) => /pays /.test(sentence));

describe('An estimate in words', () => {
	test('is an amount with its calculation', () => {
		expect(words(MONTHLY)).toMatchObject({ total: '$11,700', calculation: '780 payments × $15' });
	});

	test('is a range from 0 for a maximum', () => {
		const maximum = words({ ...MONTHLY, figure: 'up_to' });
		expect(maximum).toMatchObject({ total: '$0–$11,700', calculation: '780 payments × $0–$15' });
	});

	test('is a minimum if the program may pay more', () => {
		const minimum = words({ ...MONTHLY, figure: 'from' });
		expect(minimum).toMatchObject({ total: '$11,700 or more', calculation: '780 payments × $15 or more' });
	});

	test('has no currency if the program publishes none', () => {
		expect(words(MONTHLY, { currency: null }).total).toBe('11,700');
	});

	test('rounds the total to whole amounts, and each payment to cents', () => {
		expect(words({ rate: 12.345 })).toMatchObject({ total: '$740', calculation: '120 customers × $6.17' });
	});

	test('says which period it is for', () => {
		const twoYears = words({ ...MONTHLY, months: 18 }, {}, { months: 24 });
		expect(twoYears.period).toBe('the first two years');
		expect(twoYears.sentences.slice(1)).toEqual([
			'The program pays 30% of $50 for each monthly payment by a customer, at most 18 times.',
			'Each month, 0% of the customers leave.',
			expect.stringMatching(/^In the first two years, that makes /),
		]);
		expect(words({ ...MONTHLY, months: 18 }).sentences[1]).toBe(
			'The program pays 30% of $50 for each monthly payment by a customer.',
		);
	});

	test('explains a recurring commission that ends', () => {
		expect(words({ ...MONTHLY, months: 3 }, {}, { churn: 5 }).sentences).toEqual([
			'You refer 10 new customers a month.',
			'The program pays 30% of $50 for each monthly payment by a customer, at most 3 times.',
			'Each month, 5% of the customers leave.',
			'In the first year, that makes 315 payments × $15 = $4,725.',
		]);
	});

	test('explains a maximum that is paid once', () => {
		expect(words({ rate: 30, amount: 20, figure: 'up_to' }).sentences).toEqual([
			'You refer 10 new customers a month.',
			'The program pays up to $20 and 30% of $50 once for each customer.',
			'In the first year, that makes 120 customers × $0–$35 = $0–$4,200.',
			'Only a maximum is stated, so it may pay much less.',
		]);
	});

	test('names the condition of the offer, and says if more is paid under conditions', () => {
		const { sentences } = words({ rate: 30 }, { condition: 'annual plans', isMinimum: true });
		expect(sentences[1]).toBe('The commission has a condition: “annual plans”.');
		expect(sentences.slice(-2)).toEqual([
			'In the first year, that makes 120 customers × $15 = $1,800 or more.',
			'The program publishes only part of its commission, or only a minimum, so it may pay more.',
		]);
	});

	test('leaves out payments that are not reached, but no alternative, and not all of them', () => {
		const reached = { phases: [{ amount: 75 }, { amount: 15, from_sale: 121 }] };
		const later: Part = { relation: 'plus', phases: [{ amount: 15, every: 'month', from_month: 13 }] };
		expect(wordsOf({ parts: [reached, later] }).calculation).toBe('120 customers × $75');
		expect(wordsOf({ parts: [reached, { ...later, relation: 'or' }] }).calculation).toBe(
			'120 customers × $75 or 0 payments × $15',
		);
		expect(wordsOf({ parts: [{ phases: later.phases }] }).calculation).toBe('0 payments × $15');
	});

	test('explains phases with a cap that they share', () => {
		const phases = [
			{ ...MONTHLY, months: 3 },
			{ ...MONTHLY, months: undefined, rate: 40, from_month: 4 },
		];
		expect(paid({ phases, cap: 100, cap_per: 'customer' })).toEqual([
			'The program pays 30% of $50 for each monthly payment by a customer, at most 3 times.',
			'Then it pays 40% of $50 for each monthly payment by a customer, from month 4, at most $100 a customer.',
		]);
		expect(wordsOf({ parts: [{ phases, cap: 100, cap_per: 'customer' }] })).toMatchObject({
			calculation: '330 payments × $15 + 450 payments × $20, at most $100 a customer',
		});
	});

	test('explains offers that are added, and those of which one is paid', () => {
		const parts: Part[] = [
			{ phases: [{ amount: 75 }] },
			{ relation: 'or', phases: [{ rate: 20, maximum: 30, figure: 'from' }] },
			{
				relation: 'plus',
				phases: [
					{ amount: 100, sales: 1 },
					{ amount: 200, from_sale: 2, sales: 4 },
				],
			},
			{ relation: 'plus', phases: [{ amount: 10, every: 'year', months: 24 }], cap: 50, cap_per: 'total' },
		];
		expect(paid(...parts)).toEqual([
			'The program pays $75 once for each customer.',
			'Or it pays 20–30% of $50 once for each customer.',
			'It also pays $100 once for each customer, only for the first customer.',
			'Then it pays $200 once for each customer, for customers 2 to 5.',
			'It also pays $10 each year for each customer, for 24 months, at most $50 in total.',
			'The program pays one or the other, depending on the sale.',
		]);
		expect(wordsOf({ parts })).toMatchObject({
			total: '$2,150–$9,950',
			calculation:
				'120 customers × $75 or 120 customers × $10–$15, plus 1 customer × $100 + 4 customers × $200, plus 120 yearly payments × $10, at most $50 in total',
		});
	});
});
