import { describe, expect, test } from 'vitest';
import { addedWords, averageRating, cookie, payoutMinimum, termsLine } from '../../../src/website/format/facts.ts';
import { inWords } from '../../../src/website/format/numbers.ts';
import {
	commissionFigures,
	commissionInWords,
	commissionText,
	commissionType,
} from '../../../src/website/format/pay-words.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

describe('commissionFigures', () => {
	test('a percentage is a figure with the percent sign as its unit', () => {
		expect(commissionFigures(publishedProgram({ commission_rate: 12.5 }))).toEqual([{ figure: '12.5', unit: '%' }]);
	});

	test('an amount comes before a percentage', () => {
		const program = publishedProgram({ commission_rate: 20, commission_amount: 1250, currency: 'USD' });
		expect(commissionFigures(program).map(inWords)).toEqual(['$1,250', '+ 20%']);
	});

	test.each([
		['up to 60%', { commission_rate: 60, commission_qualifier: 'up_to' }],
		['from 20%', { commission_rate: 20, commission_qualifier: 'from' }],
		['20–30%', { commission_rate: 20, commission_qualifier: 'from', commission_maximum: 30 }],
		['$15–$20', { commission_amount: 15, currency: 'USD', commission_qualifier: 'from', commission_maximum: 20 }],
		['$75 or 20%', { commission_amount: 75, commission_rate: 20, currency: 'USD', commission_qualifier: 'either' }],
		['up to $50 + 20%', { commission_amount: 50, commission_rate: 20, currency: 'USD', commission_qualifier: 'up_to' }],
		['', { offers: CONTRADICTION }],
	] as const)('%s is written as such', (text, fields) => {
		expect(commissionText(publishedProgram(fields))).toBe(text);
	});

	test('0 is a figure, but an unknown commission has none', () => {
		expect(commissionFigures(publishedProgram({ commission_rate: 0 }))).toEqual([{ figure: '0', unit: '%' }]);
		expect(commissionFigures(publishedProgram({}))).toEqual([]);
	});
});

describe('addedWords', () => {
	test.each([
		['30%', { commission_rate: 30 }],
		['30.0 %', { commission_rate: 30 }],
		['30% recurring', { commission_rate: 30, commission_type: 'recurring' }],
		[
			'30% recurring for 12 months',
			{ commission_rate: 30, commission_type: 'recurring', commission_duration: '12 months' },
		],
		['$1,000', { commission_amount: 1000 }],
		['$50 + 20%', { commission_amount: 50, commission_rate: 20 }],
		['up to 60%', { commission_rate: 60, commission_qualifier: 'up_to' }],
		['$75 or 20%', { commission_amount: 75, commission_rate: 20, commission_qualifier: 'either' }],
		['  ', {}],
	] as const)('%j adds nothing to its figures', (commission_text, fields) => {
		expect(addedWords(publishedProgram({ commission_text, ...fields }))).toBeNull();
	});

	test.each([
		['20–30%', { commission_rate: 20 }],
		['60% of first month', { commission_rate: 60 }],
		['varies', {}],
	])('%j adds something to its figures', (commission_text, fields) => {
		expect(addedWords(publishedProgram({ commission_text, ...fields }))).toBe(commission_text);
	});
});

describe('commissionInWords', () => {
	test.each([
		['varies', { commission_text: 'varies' }],
		['Contradictory terms: 20% or 25%', { commission_text: '20% per sale', offers: CONTRADICTION }],
		[null, { commission_rate: 20, commission_text: '20% per sale' }],
		[null, {}],
	])('%j is shown instead of figures', (words, fields) => {
		expect(commissionInWords(publishedProgram(fields), 80)).toBe(words);
	});
});

describe('commissionType', () => {
	test('contradictory terms have no type, and a percentage of the first sale is named as such', () => {
		expect(commissionType(publishedProgram({ offers: CONTRADICTION }))).toBe('');
		const first = { commission_rate: 60, commission_per: 'first_payment' } as const;
		expect(commissionType(publishedProgram(first))).toBe('one-time, first sale only');
	});

	test.each([
		['lead', 'one-time, per lead'],
		['signup', 'one-time, per sign-up'],
		['other', 'one-time, not per sale'],
		['sale', 'one-time'],
	] as const)('a commission for the event %s is %s', (commission_per, words) => {
		expect(commissionType(publishedProgram({ commission_per }))).toBe(words);
	});

	test('a type is followed by its duration if that is known', () => {
		expect(commissionType(publishedProgram({ commission_type: 'one_time' }))).toBe('one-time');
		expect(commissionType(publishedProgram({ commission_type: 'recurring', commission_duration: '12 months' }))).toBe(
			'recurring, 12 months',
		);
	});
});

describe('cookie', () => {
	test('days are counted, 0 is the session, and unknown is null', () => {
		expect(cookie(60)).toEqual({ figure: '60', unit: 'days' });
		expect(cookie(1)).toEqual({ figure: '1', unit: 'day' });
		expect(cookie(0)).toEqual({ figure: 'session', unit: 'only' });
		expect(cookie(null)).toBeNull();
	});
});

describe('payoutMinimum', () => {
	test('a minimum of 0 is "none", and an unknown one is null', () => {
		expect(payoutMinimum(publishedProgram({ payout_minimum: 0 }))).toEqual({ figure: 'none', unit: '' });
		expect(payoutMinimum(publishedProgram({}))).toBeNull();
		expect(payoutMinimum(publishedProgram({ payout_minimum: 50, currency: 'EUR' }))).toEqual({
			figure: '€50',
			unit: '',
		});
	});
});

describe('averageRating', () => {
	test('an average has one decimal, rounded half up, and is null without reviews', () => {
		expect(averageRating(publishedProgram({ rating_average: 4.35 }))).toEqual({ figure: '4.4', unit: 'of 5' });
		expect(averageRating(publishedProgram({ rating_average: 4 }))).toEqual({ figure: '4.0', unit: 'of 5' });
		expect(averageRating(publishedProgram({ rating_average: null }))).toBeNull();
	});
});

describe('termsLine', () => {
	test('all known terms are in one line', () => {
		const program = publishedProgram({
			commission_type: 'recurring',
			commission_rate: 30,
			cookie_days: 60,
			rating_average: 4.6,
			review_count: 38,
		});
		expect(termsLine(program)).toBe(
			'Commission: 30%, recurring; cookie: 60\u00a0days; rating: 4.6\u00a0of 5 from 38 reviews.',
		);
	});

	test('unknown terms are left out', () => {
		expect(termsLine(publishedProgram({ commission_type: 'tiered' }))).toBe('Commission: tiered.');
		expect(termsLine(publishedProgram({ commission_text: 'varies' }))).toBe('Commission: varies, one-time.');
	});
});
