import { describe, expect, test } from 'vitest';
import type { Pay, Period } from '../../../src/catalog/pay.ts';
import { estimateWords } from '../../../src/website/estimates/estimate-words.ts';

const PAY: Pay = { rate: 30, amount: null, payments: 12, figure: 'exact', currency: 'USD' };
const words = (pay: Partial<Pay>, churn = 0, months: Period = 12) =>
	estimateWords({ ...PAY, ...pay }, { price: 50, customers: 10, churn, months });

describe('An estimate in words', () => {
	test('is an amount with its calculation', () => {
		expect(words({})).toMatchObject({ total: '$11,700', calculation: '780 payments × $15' });
	});

	test('is a range from 0 for a maximum', () => {
		expect(words({ figure: 'up_to' })).toMatchObject({ total: '$0–$11,700', calculation: '780 payments × $0–$15' });
	});

	test('is a minimum if the program may pay more', () => {
		expect(words({ figure: 'from' })).toMatchObject({
			total: '$11,700 or more',
			calculation: '780 payments × $15 or more',
		});
	});

	test('has no currency if the program publishes none', () => {
		expect(words({ currency: null }).total).toBe('11,700');
	});

	test('rounds the total to whole amounts, and each payment to cents', () => {
		expect(words({ rate: 12.345, payments: 1 })).toMatchObject({ total: '$740', calculation: '120 payments × $6.17' });
	});

	test('says which period it is for', () => {
		const twoYears = words({ payments: 18 }, 0, 24);
		expect(twoYears.period).toBe('the first two years');
		expect(twoYears.sentences.slice(1)).toEqual([
			'The program pays 30% of $50 for each monthly payment by a customer, at most 18 times.',
			'Each month, 0% of the customers leave.',
			expect.stringMatching(/^In the first two years, that makes /),
		]);
		expect(words({ payments: 18 }).sentences[1]).toBe(
			'The program pays 30% of $50 for each monthly payment by a customer.',
		);
	});

	test('explains a recurring commission that ends', () => {
		expect(words({ payments: 3 }, 5).sentences).toEqual([
			'You refer 10 new customers a month.',
			'The program pays 30% of $50 for each monthly payment by a customer, at most 3 times.',
			'Each month, 5% of the customers leave.',
			'In the first year, that makes 315 payments × $15 = $4,725.',
		]);
	});

	test('explains a maximum that is paid once', () => {
		expect(words({ payments: 1, amount: 20, figure: 'up_to' }).sentences).toEqual([
			'You refer 10 new customers a month.',
			'The program pays up to $20 and 30% of $50 once for each customer.',
			'In the first year, that makes 120 payments × $0–$35 = $0–$4,200.',
			'The program publishes only a maximum, so it may pay much less.',
		]);
	});
});
