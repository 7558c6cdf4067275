import { describe, expect, test } from 'vitest';
import { inWords } from '../../../src/website/format/numbers.ts';
import {
	basePay,
	commissionFigures,
	commissionInWords,
	commissionText,
	commissionType,
} from '../../../src/website/format/pay-words.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

const recurring = { commission_type: 'recurring', commission_rate: 50 } as const;
const EUROS = { commission_amount: 45, currency: 'EUR' } as const;

test.each([
	[{ ...recurring, commission_months: 12 }, '50% of each payment for 12 months'],
	[{ ...recurring, commission_per: 'sale', commission_months: 12 }, '50% of each payment for 12 months'],
	[{ ...recurring, commission_lifetime: true }, '50% of each payment for life'],
	[{ commission_type: 'recurring', ...EUROS }, '€45 for each payment'],
	[EUROS, '€45 per sale'],
	[{ commission_rate: 60, commission_qualifier: 'up_to' }, 'up to 60% of each sale'],
	[{ commission_rate: 30, commission_qualifier: 'from', commission_maximum: 40 }, '30–40% of each sale'],
	[{ commission_rate: 60, commission_per: 'first_payment' }, '60% of the first payment'],
	[{ ...EUROS, commission_per: 'lead' }, '€45 per lead'],
	[{ ...EUROS, commission_per: 'other' }, '€45'],
	[{ commission_type: 'hybrid', commission_amount: 50, commission_rate: 10, currency: 'USD' }, '$50 + 10%'],
	[{ commission_text: 'it varies' }, ''],
] as const)('%o pays: %s', (fields, words) => {
	expect(basePay(publishedProgram(fields)).replaceAll('\u00a0', ' ')).toBe(words);
});

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
