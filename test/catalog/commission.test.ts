import { describe, expect, test } from 'vitest';
import { commissionOf } from '../../src/catalog/commission.ts';
import { growth, LINEAR } from '../support/growth.ts';
import { publishedProgram } from '../support/published-program.ts';

type Terms = readonly [type: 'one_time' | 'recurring' | 'hybrid' | 'tiered', duration: string | null, words: string];

function interpret([commission_type, commission_duration, commission_text]: Terms, figures: object) {
	return commissionOf(publishedProgram({ commission_type, commission_duration, commission_text, ...figures }));
}

describe('commissionOf', () => {
	test.each<Terms>([
		['one_time', '12 months', ''],
		['one_time', 'Lifetime recurring', '20%'],
		['one_time', null, '20% recurring commission'],
		['one_time', null, 'Earn 20% for the first year of every customer'],
		['one_time', null, '20% of every sale, for the life of a customer'],
		['one_time', null, '25% commission'],
		['recurring', '12 months', '20% of the first payment'],
		['recurring', 'one-time', '20%'],
		['recurring', 'lifetime', '20% for 12 months'],
		['recurring', '12 months', '20% for 2 years'],
		['recurring', null, '20% for 12 months'],
		['recurring', 'lifetime', '20% of the first month'],
	])('finds unclear terms in %s, %s, “%s” with a rate of 20%%', (...terms) => {
		const commission = interpret(terms, { commission_rate: 20 });
		expect(commission).toMatchObject({ isUnclear: true, rate: null, qualifier: null, isComparable: false });
		expect(commission.words).toBe(terms[2] || null);
	});

	test.each<Terms>([
		['one_time', null, ''],
		['one_time', null, '20% per sale, non-recurring'],
		['one_time', null, '20% of the first-year revenue'],
		['one_time', null, '20% on lifetime deals'],
		['one_time', null, '20% per sale, and 10% off for your readers'],
		['recurring', 'lifetime', '20% recurring from the first payment on'],
		['recurring', '12 months', '20% for the first year'],
		['recurring', '2 years', '20% for 24 months'],
		['recurring', '12 months', '20% recurring commission'],
		['hybrid', '12 months', '$50 + 20% for 12 months'],
	])('finds an exact rate of 20%% in %s, %s, “%s”', (...terms) => {
		expect(interpret(terms, { commission_rate: 20 })).toMatchObject({
			isUnclear: false,
			rate: 20,
			qualifier: 'exact',
			isForFirstSale: false,
			isComparable: true,
		});
	});

	test('a minimum can be compared, a maximum cannot', () => {
		const once = (words: string) => interpret(['one_time', null, words], { commission_rate: 20 });
		expect(once('20-30%')).toMatchObject({ qualifier: 'from', rate: 20, isComparable: true });
		expect(once('Up to 20% for each sale')).toMatchObject({ qualifier: 'up_to', rate: 20, isComparable: false });
	});

	test.each(['20-30%, later 10%', 'up to 20%, or 30%', '20% of books, 5% of gift cards'])(
		'“%s” has no single rate, but does not contradict itself',
		(words) => {
			expect(interpret(['one_time', null, words], { commission_rate: 20 })).toMatchObject({
				isUnclear: false,
				rate: null,
				qualifier: null,
				words,
			});
		},
	);

	test('an amount is left to the words if they also name a percentage without a figure', () => {
		const words = '$50 per sale, or 10% of large orders';
		expect(interpret(['one_time', null, words], { commission_amount: 50 })).toMatchObject({
			isUnclear: false,
			amount: null,
		});
	});

	test('a single figure is not one of two', () => {
		const figure = { commission_amount: 50, commission_qualifier: 'either' };
		expect(interpret(['one_time', null, ''], figure)).toMatchObject({ qualifier: 'exact', isComparable: true });
	});

	test('one of two figures cannot be compared', () => {
		const figures = { commission_rate: 20, commission_amount: 75 };
		expect(interpret(['hybrid', '24 months', '$75 or 20% for 2 years'], figures)).toMatchObject({
			qualifier: 'either',
			isComparable: false,
		});
	});

	test.each(['20% of first month', '20% on your customer’s first purchase', '20% of the first paid subscription'])(
		'“%s” is paid for the first sale only, and cannot be compared with a rate for every sale',
		(words) => {
			expect(interpret(['one_time', null, words], { commission_rate: 20 })).toMatchObject({
				isForFirstSale: true,
				isComparable: false,
			});
		},
	);

	test.each(['hybrid', 'recurring', 'one_time'] as const)(
		'has no rate if the first sale has another one: %s',
		(type) => {
			const words = '20% of the first month, then 5% while the customer stays';
			expect(interpret([type, type === 'one_time' ? null : 'lifetime', words], { commission_rate: 20 })).toMatchObject({
				isUnclear: false,
				rate: null,
				qualifier: null,
				words,
			});
		},
	);

	test('an extra amount for the first sale does not affect the percentage', () => {
		expect(interpret(['one_time', null, '20% + $50 first sale'], { commission_rate: 20 }).isForFirstSale).toBe(false);
	});

	test('the words of a program with tiers describe its tiers', () => {
		const words = '20% first 3 months, then 30%';
		expect(interpret(['tiered', 'lifetime', words], { commission_rate: 20 }).isUnclear).toBe(false);
	});

	test('an amount is not a percentage, and decimals have a point or a comma', () => {
		expect(interpret(['one_time', null, '$1,000 per sale'], { commission_amount: 1000 }).isUnclear).toBe(false);
		expect(interpret(['one_time', null, '12,5 % vom Umsatz'], { commission_rate: 12.5 }).isUnclear).toBe(false);
	});

	test('words without figures contradict nothing', () => {
		expect(interpret(['one_time', null, 'varies'], {})).toMatchObject({
			isUnclear: false,
			qualifier: null,
			isComparable: false,
			words: 'varies',
		});
	});

	test.each(['for ', '1', 'up to ', '1 ', 'for up to 1', '% first '])(
		'the time grows linearly with the length of a text of “%s”',
		async (words) => {
			const read = (text: string) => interpret(['one_time', null, text], { commission_rate: 20 });
			expect(await growth(read, (length) => words.repeat(length / words.length))).toBeLessThan(LINEAR);
		},
	);
});
