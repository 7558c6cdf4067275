import { describe, expect, test } from 'vitest';
import { commissionOf } from '../../src/catalog/commission.ts';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { offer } from '../support/offer.ts';
import { publishedProgram } from '../support/published-program.ts';

const commission = (fields: Partial<PublishedProgram>) => commissionOf(publishedProgram(fields));

describe('commissionOf', () => {
	test('a figure without a qualifier is exact', () => {
		expect(commission({ commission_rate: 20 })).toMatchObject({ rate: 20, qualifier: 'exact', isComparable: true });
	});

	test('a single figure is not one of two', () => {
		expect(commission({ commission_amount: 50, commission_qualifier: 'either' })).toMatchObject({ qualifier: 'exact' });
	});

	test('without a figure, there is no qualifier and nothing to compare', () => {
		const words = commission({ commission_text: ' varies ' });
		expect(words).toMatchObject({ rate: null, amount: null, qualifier: null, isComparable: false, words: 'varies' });
	});

	test.each(['', ' ', '0%', '$0.00 for every customer', 'Offer your customers 30% off for 6 months'])(
		'words that state no pay are none: %j',
		(commission_text) => {
			expect(commission({ commission_text }).words).toBeNull();
		},
	);

	test.each(['10%', 'varies', 'Earn 20% and give 10% off'])('words about pay: %j', (commission_text) => {
		expect(commission({ commission_text }).words).toBe(commission_text);
	});

	test.each([
		['exact', true],
		['from', true],
		['up_to', false],
		['either', false],
	] as const)('a figure that is %s can be compared: %s', (commission_qualifier, isComparable) => {
		const figures = { commission_rate: 20, commission_amount: 75, commission_qualifier };
		expect(commission(figures).isComparable).toBe(isComparable);
	});

	test.each([
		['payment', true],
		['sale', true],
		[null, true],
		['first_payment', false],
		['lead', false],
		['signup', false],
		['other', false],
	] as const)('a figure for a %s can be compared with figures for every sale: %s', (commission_per, isComparable) => {
		expect(commission({ commission_rate: 20, commission_per }).isComparable).toBe(isComparable);
	});

	test.each<[Partial<PublishedProgram>, boolean]>([
		[{}, true],
		[{ commission_reward: 'cash' }, true],
		[{ commission_reward: 'credit' }, false],
		[{ commission_until: '2026-07-01' }, true],
		[{ commission_until: '2026-06-30' }, false],
		[{ commission_of: 'net revenue' }, true],
		[{ commission_of: 'the room price' }, true],
		[{ commission_of: 'first-year contract value' }, true],
		[{ commission_of: 'our commission' }, false],
		[{ commission_of: 'ad spend' }, false],
		[{ commission_of: 'the earnings of referred affiliates' }, false],
	])('20%% with %j count as pay on 1 July 2026: %s', (fields, isCounted) => {
		const program = publishedProgram({ commission_rate: 20, ...fields });
		expect(commissionOf(program, '2026-07-01')).toMatchObject({ rate: 20, isCounted, isComparable: isCounted });
	});

	test.each([
		[{ commission_type: 'recurring' }, null],
		[{ commission_type: 'one_time' }, 1],
		[{ commission_type: 'tiered' }, 1],
		[{ commission_type: 'recurring', commission_months: 24 }, 24],
		[{ commission_type: 'recurring', commission_lifetime: true }, Number.POSITIVE_INFINITY],
		[{ commission_type: 'recurring', commission_per: 'first_payment', commission_months: 12 }, 1],
		[{ commission_type: 'recurring', commission_per: 'sale' }, 1],
		[{ commission_type: 'one_time', commission_per: 'payment' }, null],
	] as const)('%j is paid for this many months: %s', (fields, months) => {
		expect(commission({ commission_rate: 20, ...fields }).months).toBe(months);
	});

	test('the other columns decide whether it is paid once or repeatedly', () => {
		expect(commission({ commission_type: 'one_time', commission_months: 12 }).type).toBe('recurring');
		expect(commission({ commission_type: 'recurring', commission_per: 'first_payment' }).type).toBe('one_time');
		expect(commission({ commission_type: 'tiered', commission_months: 12 }).type).toBe('tiered');
	});

	test('terms are contradictory until an editor sets the figure', () => {
		const offers = [offer({ rate: 20, stated_in: 'rate' }), offer({ rate: 25, stated_in: 'description' })];
		expect(commission({ offers })).toMatchObject({ isContradictory: true, rate: null, qualifier: null });
		expect(commission({ offers, commission_rate: 25 })).toMatchObject({ isContradictory: false, rate: 25 });
		expect(commission({ offers: [offer({ rate: 40, condition: 'Gold partners' })] }).isContradictory).toBe(false);
	});
});
