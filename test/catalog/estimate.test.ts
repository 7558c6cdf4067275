import { describe, expect, test } from 'vitest';
import { estimate, payEach, paymentsPerCustomer } from '../../src/catalog/estimate.ts';
import type { Pay } from '../../src/catalog/pay.ts';

const PAY: Pay = { rate: 30, amount: null, payments: 1, figure: 'exact', currency: 'USD' };
const TEN_AT_FIFTY = { price: 50, customers: 10, churn: 0, months: 12 } as const;

describe('estimate', () => {
	test('a one-time commission is paid once for each customer of the year', () => {
		expect(estimate(PAY, TEN_AT_FIFTY)).toEqual({
			payments: 120,
			each: { least: 15, most: 15 },
			total: { least: 1800, most: 1800 },
		});
	});

	test('a recurring commission is paid each month for the customers of earlier months who have stayed', () => {
		const recurring = { ...PAY, payments: 12 };
		expect(estimate(recurring, TEN_AT_FIFTY).payments).toBe(10 * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12));
		expect(estimate(recurring, { ...TEN_AT_FIFTY, churn: 100 }).payments).toBe(120);
		expect(estimate(recurring, { ...TEN_AT_FIFTY, churn: 50 }).payments).toBeCloseTo(10 * 22, 0);
	});

	test('in two years, later payments count too, if the commission is paid that long', () => {
		const twoYears = { ...TEN_AT_FIFTY, months: 24 } as const;
		expect(estimate(PAY, twoYears).payments).toBe(240);
		expect(estimate({ ...PAY, payments: 12 }, twoYears).payments).toBe(10 * (78 + 12 * 12));
		expect(estimate({ ...PAY, payments: 24 }, twoYears).payments).toBe((10 * 24 * 25) / 2);
		expect(estimate({ ...PAY, payments: 24 }, TEN_AT_FIFTY).payments).toBe(10 * 78);
	});

	test('without customers, the first year pays 0', () => {
		expect(estimate(PAY, { ...TEN_AT_FIFTY, customers: 0 }).total).toEqual({ least: 0, most: 0 });
	});
});

describe('paymentsPerCustomer', () => {
	test('a recurring commission ends with its duration', () => {
		expect(paymentsPerCustomer(3, 0, 12)).toBe(1 + 2 + 3 * 10);
	});

	test('customers who leave do not pay again', () => {
		expect(paymentsPerCustomer(2, 10, 12)).toBe(12 + 11 * 0.9);
	});
});

describe('payEach', () => {
	test('an amount does not depend on the price, and is added to a percentage', () => {
		expect(payEach({ ...PAY, rate: null, amount: 20 }, 50)).toEqual({ least: 20, most: 20 });
		expect(payEach({ ...PAY, amount: 20 }, 50)).toEqual({ least: 35, most: 35 });
	});

	test('a maximum is a range that starts at 0', () => {
		expect(payEach({ ...PAY, figure: 'up_to' }, 50)).toEqual({ least: 0, most: 15 });
	});

	test('a minimum has no end', () => {
		expect(payEach({ ...PAY, figure: 'from' }, 50)).toEqual({ least: 15, most: null });
	});

	test('one of two figures is a range from the lower to the higher one', () => {
		expect(payEach({ ...PAY, amount: 75, figure: 'either' }, 50)).toEqual({ least: 15, most: 75 });
		expect(payEach({ ...PAY, amount: 75, figure: 'either' }, 500)).toEqual({ least: 75, most: 150 });
	});
});
