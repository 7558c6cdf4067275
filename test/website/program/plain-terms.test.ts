import { describe, expect, test } from 'vitest';
import { plainTerms } from '../../../src/website/program/plain-terms.ts';
import { CONTRADICTION, offer } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

/** The sentences about a program of which only the given fields are known. */
function sentences(fields: Parameters<typeof publishedProgram>[0]): string[] {
	return plainTerms(publishedProgram(fields))
		.replaceAll('\u00a0', ' ')
		.split(/(?<=\.) /);
}

const LATER = [offer({ rate: 40, from_month: 4, relation: 'then' })];
const DOLLARS = { commission_amount: 50, currency: 'USD' } as const;

describe('plainTerms', () => {
	test.each([
		['one_time', { commission_rate: 20 }, 'Pays 20% of each sale.'],
		['one_time', { offers: CONTRADICTION }, 'The cookie duration is not stated here.'],
		['recurring', { commission_rate: 30 }, 'Pays 30% of each payment (duration not stated).'],
		[
			'recurring',
			{ commission_rate: 30, commission_condition: 'first 2 payments' },
			'Pays 30% of each payment (first 2 payments).',
		],
		['recurring', { commission_rate: 30, commission_duration: 'one year' }, 'Pays 30% of each payment for one year.'],
		['recurring', { commission_rate: 30, commission_months: 12 }, 'Pays 30% of each payment for 12 months.'],
		['tiered', { commission_rate: 20 }, 'Pays 20%.'],
		[null, { commission_rate: 20 }, 'Pays 20%.'],
		['recurring', { commission_rate: 30, offers: LATER }, 'Pays 30% of each payment for 3 months.'],
		['one_time', { commission_rate: 20, commission_until: '2020-07-01' }, 'Paid 20% of each sale until 1 July 2020.'],
		['one_time', { ...DOLLARS, commission_per: 'other' }, 'Pays $50.'],
		['tiered', { commission_text: 'it varies' }, 'The commission is quoted in its own words.'],
		[
			'one_time',
			{ commission_text: '20% of something', source_name: 'OpenAffiliate' },
			'The commission is quoted in the words of OpenAffiliate.',
		],
		['tiered', {}, 'The commission is not stated here.'],
	] as const)('%s %j: %s', (commission_type, fields, sentence) => {
		expect(sentences({ commission_type, ...fields })[0]).toBe(sentence);
	});

	test.each([
		[null, 'The cookie duration is not stated here.'],
		[0, 'A sale counts only if it happens in the same visit as the click.'],
		[1, 'Sales count for up to 1 day after the click.'],
		[60, 'Sales count for up to 60 days after the click.'],
	])('a cookie of %j days: %s', (cookie_days, sentence) => {
		expect(sentences({ cookie_days })[1]).toBe(sentence);
	});

	test.each([
		[{}, 'The payout frequency is not stated here.'],
		[{ payout_frequency: 'bi-weekly' }, 'Pays out bi-weekly.'],
		[{ payout_minimum: 0, payout_frequency: 'monthly' }, 'Pays out monthly, with no minimum.'],
		[
			{ payout_minimum: 50, currency: 'USD', payout_frequency: 'monthly' },
			'Pays out monthly, once you have earned at least $50.',
		],
		[
			{ payout_minimum: 50, currency: 'USD' },
			'Pays out when you have earned at least $50; the frequency is not stated here.',
		],
	])('%j: %s', (fields, sentence) => {
		expect(sentences(fields)[2]).toBe(sentence);
	});

	test.each([
		['$5 per click.', 'In its own words: “$5 per click”.'],
		[null, 'What it pays for is not stated here.'],
	])('an event without a name is described in the words of the program: %s', (commission_text, sentence) => {
		expect(sentences({ ...DOLLARS, commission_per: 'other', commission_text })[1]).toBe(sentence);
	});

	test('an event without a name is described in the words that it was read from', () => {
		const words = { by: 'words', place: 'description', words: 'Earn $50 for every referral!' } as const;
		const program = { ...DOLLARS, commission_text: '$9 bonus', commission_evidence: { commission_per: words } };
		expect(sentences({ ...program, commission_per: 'other' })[1]).toBe(
			'In its own words: “Earn $50 for every referral”.',
		);
	});

	test('a duration is shortened, and cannot change the text direction of the sentence', () => {
		const commission_duration = `\u202e${'long '.repeat(100)}`;
		const [sentence] = sentences({ commission_type: 'recurring', commission_rate: 30, commission_duration });
		expect(sentence).not.toContain('\u202e');
		expect(sentence!.length).toBeLessThan(120);
	});
});
