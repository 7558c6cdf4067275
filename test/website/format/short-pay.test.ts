import { describe, expect, test } from 'vitest';
import { inWords } from '../../../src/website/format/numbers.ts';
import {
	briefNotes,
	commissionFigures,
	commissionInWords,
	commissionText,
	payNotes,
} from '../../../src/website/format/short-pay.ts';
import { CONTRADICTION, offer } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

describe('commissionFigures', () => {
	test('a percentage is a figure with the percent sign as its unit', () => {
		expect(commissionFigures(publishedProgram({ commission_rate: 12.5 }))).toEqual([{ figure: '12.5', unit: '%' }]);
	});

	test('an amount comes before a percentage', () => {
		const program = publishedProgram({ commission_rate: 20, commission_amount: 1250, currency: 'USD' });
		expect(commissionFigures(program).map(inWords)).toEqual(['$1,250', '+ 20%']);
		expect(commissionText(program)).toBe('$1,250 + 20%');
	});

	test('0 is a figure, but an unknown or contradictory commission has none', () => {
		expect(commissionFigures(publishedProgram({ commission_rate: 0 }))).toEqual([{ figure: '0', unit: '%' }]);
		expect(commissionFigures(publishedProgram({}))).toEqual([]);
		expect(commissionText(publishedProgram({ offers: CONTRADICTION }))).toBe('');
	});
});

describe('commissionInWords', () => {
	test.each([
		['varies', { commission_text: 'varies' }],
		['Its source says 20% and 25%', { commission_text: '20% per sale', offers: CONTRADICTION }],
		[null, { commission_rate: 20, commission_text: '20% per sale' }],
		[null, {}],
	])('%j is shown instead of figures', (words, fields) => {
		expect(commissionInWords(publishedProgram(fields), 80)).toBe(words);
	});
});

describe('The notes on a figure', () => {
	const rate = { commission_rate: 20 } as const;
	const recurring = { ...rate, commission_type: 'recurring' } as const;
	const LONG = 'a condition of many words '.repeat(10);

	test.each([
		['its type', rate, 'one-time'],
		['nothing about a type that nobody states', { ...rate, commission_type: null }, ''],
		['its duration', { ...recurring, commission_months: 12 }, 'recurring, 12 months'],
		[
			'no duration of a figure that is paid once',
			{ ...rate, commission_duration: '12 months', commission_per: 'lead' },
			'one-time, per lead',
		],
		[
			'no type that contradicts the duration of words',
			{
				commission_text: 'varies',
				commission_duration: 'lifetime',
				commission_type: 'one_time',
				commission_per: 'sale',
			},
			'lifetime',
		],
		['its duration in words', { ...recurring, commission_duration: 'one year' }, 'recurring, one year'],
		[
			'no duration in words that another offer has',
			{ ...rate, commission_type: 'hybrid', commission_duration: 'one year', offers: [offer({ rate: 9, months: 12 })] },
			'hybrid',
		],
		['an unusual event', { ...rate, commission_per: 'lead' }, 'one-time, per lead'],
		['the first payment', { ...rate, commission_per: 'first_payment' }, 'one-time, first payment only'],
		['nothing about an event without a name', { ...rate, commission_per: 'other' }, 'one-time'],
		['nothing about a usual event', { ...rate, commission_per: 'sale' }, 'one-time'],
		['what it is of', { ...rate, commission_of: 'our commission' }, 'of our commission, one-time'],
		['credit', { ...rate, commission_reward: 'credit' }, 'as credit, one-time'],
		['nothing about cash', { ...rate, commission_reward: 'cash' }, 'one-time'],
		['that it has expired', { ...rate, commission_until: '2020-07-01' }, 'expired, one-time'],
		['its last day', { ...rate, commission_until: '2999-07-01' }, 'one-time, until 1 July 2999'],
		['its condition', { ...rate, commission_condition: 'annual plans' }, 'one-time, annual plans'],
		['the first sale', { ...rate, commission_sales: 1 }, 'one-time, your first sale only'],
		['some sales', { ...rate, commission_sales: 10 }, 'one-time, your first 10 sales'],
		['how often', { commission_amount: 10, commission_every: 'month', currency: 'USD' }, 'a month, recurring'],
		['the next phase', { ...recurring, offers: [offer({ rate: 30, relation: 'then' })] }, 'recurring, then 30%'],
		[
			'what comes besides under the same condition',
			{ ...rate, commission_condition: 'US', offers: [offer({ rate: 5, relation: 'plus', condition: 'US' })] },
			'one-time, plus 5%, US',
		],
		[
			'an alternative',
			{ ...rate, offers: [offer({ amount: 75, currency: 'USD', relation: 'or' })] },
			'one-time, or $75',
		],
		[
			'nothing about what has expired',
			{
				...rate,
				offers: [
					offer({ rate: 5, relation: 'plus', until: '2020-07-01' }),
					offer({ amount: 75, currency: 'USD', relation: 'or' }),
				],
			},
			'one-time, or $75',
		],
		['nothing about other plans', { ...rate, offers: [offer({ rate: 30, condition: 'Gold' })] }, 'one-time'],
		['nothing about contradictory terms', { offers: CONTRADICTION }, ''],
		['only the type if there is no figure', { commission_condition: 'annual plans' }, 'one-time'],
	] as const)('say %s', (_, fields, notes) => {
		const offers = 'offers' in fields ? [...fields.offers] : [];
		expect(payNotes(publishedProgram({ ...fields, offers }))).toBe(notes);
	});

	test('are short, whatever the length of a condition', () => {
		expect(payNotes(publishedProgram({ ...rate, commission_condition: LONG })).length).toBeLessThan(80);
	});

	test('leave out durations and conditions where there is little room', () => {
		const terms = { ...recurring, commission_months: 12, commission_condition: 'annual plans' };
		expect(briefNotes(publishedProgram({ ...terms, commission_reward: 'credit' }))).toBe('as credit, recurring');
	});
});
