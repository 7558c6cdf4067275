import { describe, expect, test } from 'vitest';
import { assumption, estimate, monthsOf } from '../../src/site/estimate.ts';
import type { ListedProgram } from '../../src/site/listed-program.ts';
import { type Pay, payOf } from '../../src/site/pay.ts';
import { publishedProgram } from '../support/published-program.ts';

function pay(fields: Partial<ListedProgram>): Pay {
	return payOf({ ...publishedProgram({ commission_rate: 30 }), ...fields })!;
}

const TEN_AT_FIFTY = { referrals: 10, price: 50 };

describe('estimate', () => {
	test('a one-time commission is paid once for each customer of the year', () => {
		expect(estimate(pay({}), TEN_AT_FIFTY)).toEqual({ year: 12 * 10 * 15, lastMonth: 150 });
	});

	test('a recurring commission is paid each month for all earlier customers', () => {
		const months = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12;
		expect(estimate(pay({ commission_type: 'recurring' }), TEN_AT_FIFTY)).toEqual({
			year: months * 10 * 15,
			lastMonth: 12 * 10 * 15,
		});
	});

	test('a recurring commission ends with its duration', () => {
		const months = 1 + 2 + 3 * 10;
		expect(estimate(pay({ commission_type: 'recurring', commission_duration: '3 months' }), TEN_AT_FIFTY)).toEqual({
			year: months * 10 * 15,
			lastMonth: 3 * 10 * 15,
		});
	});

	test('an amount does not depend on the price, and is added to a percentage', () => {
		expect(estimate(pay({ commission_rate: null, commission_amount: 20 }), TEN_AT_FIFTY).lastMonth).toBe(200);
		expect(estimate(pay({ commission_amount: 20 }), TEN_AT_FIFTY).lastMonth).toBe(350);
	});

	test('a hybrid or tiered commission is counted once', () => {
		for (const commission_type of ['hybrid', 'tiered'] as const) {
			expect(estimate(pay({ commission_type }), TEN_AT_FIFTY).year).toBe(12 * 150);
		}
	});
});

describe('payOf', () => {
	test('a program without figures has no estimate, but a program that pays 0 has one', () => {
		expect(payOf(publishedProgram({ commission_text: 'varies' }))).toBeNull();
		expect(payOf(publishedProgram({ commission_rate: 0 }))).not.toBeNull();
	});

	test('a program with unclear terms, or one of two figures, has no estimate', () => {
		expect(payOf(publishedProgram({ commission_rate: 20, commission_duration: '12 months' }))).toBeNull();
		const either = { commission_rate: 20, commission_amount: 75, commission_text: '$75 or 20%' };
		expect(payOf(publishedProgram(either))).toBeNull();
	});

	test('an estimate with a maximum is a maximum', () => {
		expect(payOf(publishedProgram({ commission_rate: 60, commission_text: 'up to 60%' }))?.qualifier).toBe('up_to');
	});
});

describe('monthsOf', () => {
	test.each([
		['12 months', 12],
		['First 6 months', 6],
		['2 years', 24],
		['1-year', 12],
		['lifetime', null],
		['', null],
		[null, null],
	])('%j has %j months', (duration, months) => {
		expect(monthsOf(duration)).toBe(months);
	});
});

describe('assumption', () => {
	test('the words depend on the type, and mention an end within the year', () => {
		expect(assumption(pay({}))).toBe('Assumes that the program pays once for each new customer.');
		expect(assumption(pay({ commission_type: 'hybrid' }))).toContain(
			'one payment at the published rate for each new customer. A hybrid program may pay more.',
		);
		expect(assumption(pay({ commission_type: 'recurring', commission_duration: '12 months' }))).toMatch(
			/every payment\.$/,
		);
		expect(assumption(pay({ commission_type: 'recurring', commission_duration: '3 months' }))).toMatch(
			/every payment, for the first 3 months of each customer\.$/,
		);
	});
});
