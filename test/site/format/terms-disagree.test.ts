import { describe, expect, test } from 'vitest';
import { termsDisagree } from '../../../src/site/format/terms-disagree.ts';
import { publishedProgram } from '../../support/published-program.ts';

type Terms = readonly [type: 'one_time' | 'recurring' | 'hybrid' | 'tiered', duration: string | null, words: string];

function disagree([commission_type, commission_duration, commission_text]: Terms, figures: object): boolean {
	return termsDisagree(publishedProgram({ commission_type, commission_duration, commission_text, ...figures }));
}

describe('termsDisagree', () => {
	test.each<Terms>([
		['one_time', '12 months', ''],
		['one_time', 'lifetime', '20%'],
		['one_time', null, '20% recurring commission'],
		['one_time', null, 'Earn 20% for the first year of every customer'],
		['one_time', null, '20% of every sale, for the life of a customer'],
		['one_time', null, 'Up to 20% for each sale'],
		['one_time', null, 'upto 20%'],
		['one_time', null, '20-30%'],
		['one_time', null, '20%+ per sale'],
		['one_time', null, '25% commission'],
		['recurring', '12 months', '20% of the first payment'],
		['recurring', 'one-time', '20%'],
		['recurring', 'lifetime', '20% for 12 months'],
		['recurring', '12 months', '20% for 2 years'],
		['recurring', null, '20% for 12 months'],
		['hybrid', 'lifetime', '20% of the first month, then 5%'],
	])('finds a contradiction in %s, %s, “%s” with a rate of 20%%', (...terms) => {
		expect(disagree(terms, { commission_rate: 20 })).toBe(true);
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
		['tiered', null, '20–40%, by sales per month'],
		['hybrid', '12 months', '$50 + 20% for 12 months'],
	])('finds no contradiction in %s, %s, “%s”', (...terms) => {
		expect(disagree(terms, { commission_rate: 20 })).toBe(false);
	});

	test('does not take an amount for a limit, and reads decimals', () => {
		expect(disagree(['one_time', null, 'Up to $1,000 per sale'], { commission_amount: 1000 })).toBe(true);
		expect(disagree(['one_time', null, '$1,000 per sale'], { commission_amount: 1000 })).toBe(false);
		expect(disagree(['one_time', null, '12,5 % vom Umsatz'], { commission_rate: 12.5 })).toBe(false);
	});

	test('reads long texts quickly', () => {
		for (const words of ['for ', '1', 'up to ', '1 ', 'for up to 1']) {
			expect(disagree(['one_time', null, words.repeat(20_000)], {})).toBe(false);
		}
	});
});
