import { describe, expect, test } from 'vitest';
import { monthsOf, payOf } from '../../src/catalog/pay.ts';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { publishedProgram } from '../support/published-program.ts';

const pay = (fields: Partial<PublishedProgram>) => payOf(publishedProgram({ commission_rate: 30, ...fields }));

describe('payOf', () => {
	test('a program without figures has no pay, but a program that pays 0 has one', () => {
		expect(pay({ commission_rate: null, commission_text: 'varies' })).toBeNull();
		expect(pay({ commission_rate: 0 })).toMatchObject({ rate: 0, figure: 'exact' });
	});

	test('a program with unclear terms has no pay', () => {
		expect(pay({ commission_duration: '12 months' })).toBeNull();
	});

	test('a one-time commission is one payment', () => {
		expect(pay({})).toEqual({ rate: 30, amount: null, payments: 1, figure: 'exact', currency: null });
	});

	test.each([
		[null, 12],
		['lifetime', 12],
		['2 years', 12],
		['3 months', 3],
	])(
		'a recurring commission with the duration %j is %d payments in the first year',
		(commission_duration, payments) => {
			expect(pay({ commission_type: 'recurring', commission_duration })?.payments).toBe(payments);
		},
	);

	test('the figure of a hybrid or tiered commission is a minimum', () => {
		expect(pay({ commission_type: 'hybrid' })?.figure).toBe('from');
		expect(pay({ commission_type: 'tiered' })?.figure).toBe('from');
	});

	test('a maximum stays a maximum, and one of two figures stays one of two', () => {
		expect(pay({ commission_rate: 60, commission_text: 'up to 60%' })?.figure).toBe('up_to');
		const either = { commission_rate: 20, commission_amount: 75, commission_text: '$75 or 20%' };
		expect(pay(either)).toMatchObject({ rate: 20, amount: 75, figure: 'either' });
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
