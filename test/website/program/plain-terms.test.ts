import { describe, expect, test } from 'vitest';
import { plainTerms } from '../../../src/website/program/plain-terms.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

/** The sentences about a program of which only the given fields are known. */
function sentences(fields: Parameters<typeof publishedProgram>[0]): string[] {
	return plainTerms(publishedProgram(fields))
		.replaceAll('\u00a0', ' ')
		.split(/(?<=\.) /);
}

const DOLLARS = { commission_amount: 50, currency: 'USD' } as const;

describe('plainTerms', () => {
	test.each([
		['one_time', { commission_rate: 20 }, 'Pays a one-time commission of 20% of each sale.'],
		['one_time', { commission_amount: 50, currency: 'USD' }, 'Pays a one-time commission of $50 for each sale.'],
		['one_time', { offers: CONTRADICTION }, 'The cookie duration is not published.'],
		[
			'one_time',
			{ commission_rate: 60, commission_qualifier: 'up_to' },
			'Pays a one-time commission of up to 60% of each sale.',
		],
		[
			'one_time',
			{ commission_rate: 20, commission_qualifier: 'from' },
			'Pays a one-time commission of at least 20% of each sale.',
		],
		[
			'one_time',
			{ commission_rate: 60, commission_per: 'first_payment' },
			'Pays 60% of each customer’s first purchase.',
		],
		[
			'one_time',
			{ commission_rate: 20, commission_amount: 75, currency: 'USD', commission_qualifier: 'either' },
			'Pays a one-time commission of $75 or 20% of each sale.',
		],
		['recurring', { commission_rate: 30 }, 'Pays 30% of each payment that a customer makes (duration not published).'],
		[
			'recurring',
			{ commission_rate: 30, commission_lifetime: true },
			'Pays 30% of each payment that a customer makes, for as long as the customer stays.',
		],
		[
			'hybrid',
			{ commission_amount: 50, currency: 'EUR', commission_rate: 10, commission_duration: '12 months' },
			'Pays €50 and 10%: part is paid once, and part with each later payment, for 12 months.',
		],
		[
			'hybrid',
			{ commission_rate: 20, commission_amount: 75, currency: 'USD', commission_qualifier: 'either' },
			'Pays either $75 or 20%.',
		],
		['tiered', { commission_rate: 20 }, 'Pays 20% of each sale, and more in higher tiers.'],
		[
			'tiered',
			{ commission_rate: 20, commission_per: 'payment' },
			'Pays 20% of each payment that a customer makes, and more in higher tiers.',
		],
		['one_time', { ...DOLLARS, commission_per: 'lead' }, 'Pays a one-time commission of $50 for each lead.'],
		['one_time', { ...DOLLARS, commission_per: 'signup' }, 'Pays a one-time commission of $50 for each sign-up.'],
		['one_time', { ...DOLLARS, commission_per: 'first_payment' }, 'Pays $50 for each customer’s first purchase.'],
		[
			'recurring',
			{ ...DOLLARS, commission_per: 'lead', commission_months: 6 },
			'Pays $50 for each lead, for 6 months.',
		],
		[
			'recurring',
			{ ...DOLLARS, commission_per: 'sale', commission_months: 6 },
			'Pays $50 for each payment that a customer makes, for 6 months.',
		],
		[
			'one_time',
			{ ...DOLLARS, commission_qualifier: 'from', commission_maximum: 90 },
			'Pays a one-time commission of $50 to $90 for each sale.',
		],
		[
			'recurring',
			{ commission_rate: 30, commission_qualifier: 'from', commission_maximum: 40, commission_lifetime: true },
			'Pays 30% to 40% of each payment that a customer makes, for as long as the customer stays.',
		],
		['one_time', { ...DOLLARS, commission_per: 'other' }, 'Pays a one-time commission of $50.'],
		['tiered', { commission_text: 'it varies' }, 'The commission is published in words, not in figures.'],
		['tiered', {}, 'The commission is not published.'],
	] as const)('%s %j: %s', (commission_type, fields, sentence) => {
		expect(sentences({ commission_type, ...fields })[0]).toBe(sentence);
	});

	test.each([
		[null, 'The cookie duration is not published.'],
		[0, 'A sale counts only if it happens in the same visit as the click.'],
		[1, 'Sales count for up to 1 day after the click.'],
		[60, 'Sales count for up to 60 days after the click.'],
	])('a cookie of %j days: %s', (cookie_days, sentence) => {
		expect(sentences({ cookie_days })[1]).toBe(sentence);
	});

	test.each([
		[{}, 'The payout frequency is not published.'],
		[{ payout_frequency: 'bi-weekly' }, 'Pays out bi-weekly.'],
		[{ payout_minimum: 0, payout_frequency: 'monthly' }, 'Pays out monthly, with no minimum.'],
		[
			{ payout_minimum: 50, currency: 'USD', payout_frequency: 'monthly' },
			'Pays out monthly, once you have earned at least $50.',
		],
		[
			{ payout_minimum: 50, currency: 'USD' },
			'Pays out when you have earned at least $50; the frequency is not published.',
		],
	])('%j: %s', (fields, sentence) => {
		expect(sentences(fields)[2]).toBe(sentence);
	});

	test.each([
		['$5 per click.', 'In its own words: “$5 per click”.'],
		[null, 'What it pays for is not published.'],
	])('an event without a name is described in the words of the program: %s', (commission_text, sentence) => {
		expect(sentences({ ...DOLLARS, commission_per: 'other', commission_text })[1]).toBe(sentence);
	});

	test('a duration is shortened, and cannot change the text direction of the sentence', () => {
		const commission_duration = `\u202e${'long '.repeat(100)}`;
		const [sentence] = sentences({ commission_type: 'recurring', commission_rate: 30, commission_duration });
		expect(sentence).not.toContain('\u202e');
		expect(sentence!.length).toBeLessThan(120);
	});
});
