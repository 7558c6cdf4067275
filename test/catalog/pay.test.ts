import { describe, expect, test } from 'vitest';
import { payOf } from '../../src/catalog/pay.ts';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { publishedProgram } from '../support/published-program.ts';

const pay = (fields: Partial<PublishedProgram>) => payOf(publishedProgram({ commission_rate: 30, ...fields }));

describe('payOf', () => {
	test('a program without figures has no pay, but a program that pays 0 has one', () => {
		expect(pay({ commission_rate: null, commission_text: 'varies' })).toBeNull();
		expect(pay({ commission_rate: 0 })).toMatchObject({ rate: 0, figure: 'exact' });
	});

	test.each(['lead', 'signup', 'other'] as const)('pay for a %s has no estimate', (commission_per) => {
		expect(pay({ commission_per })).toBeNull();
	});

	test('a one-time commission is one payment', () => {
		expect(pay({})).toEqual({ rate: 30, amount: null, payments: 1, figure: 'exact', currency: null });
	});

	test.each([
		[{}, 24],
		[{ commission_lifetime: true }, 24],
		[{ commission_months: 36 }, 24],
		[{ commission_months: 3 }, 3],
		[{ commission_per: 'first_payment' }, 1],
	] as const)('a recurring commission with %j is %d payments in the first two years', (fields, payments) => {
		expect(pay({ commission_type: 'recurring', ...fields })?.payments).toBe(payments);
	});

	test('the figure of a hybrid or tiered commission is a minimum', () => {
		expect(pay({ commission_type: 'hybrid' })?.figure).toBe('from');
		expect(pay({ commission_type: 'tiered' })?.figure).toBe('from');
	});

	test('a maximum stays a maximum, and one of two figures stays one of two', () => {
		expect(pay({ commission_rate: 60, commission_qualifier: 'up_to' })?.figure).toBe('up_to');
		const either = { commission_rate: 20, commission_amount: 75, commission_qualifier: 'either' } as const;
		expect(pay(either)).toMatchObject({ rate: 20, amount: 75, figure: 'either' });
	});
});
