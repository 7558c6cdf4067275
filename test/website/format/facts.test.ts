import { describe, expect, test } from 'vitest';
import {
	addedWords,
	aliasesWords,
	averageRating,
	cookie,
	FACTS,
	payoutMinimum,
	publishedEarnings,
	termsLine,
} from '../../../src/website/format/facts.ts';
import { offer } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

const RECURRING = { commission_type: 'recurring', commission_rate: 20 } as const;
const THEN = offer({ rate: 30, relation: 'then', from_month: 4 });

describe('deciding facts in words', () => {
	test.each([
		['commission_duration', { ...RECURRING, commission_months: 3 }, '3 months'],
		['commission_duration', { ...RECURRING, commission_months: 3, offers: [THEN] }, '3 months, then 30%'],
		['payout_frequency', { payout_frequency: 'twice-a-month' }, 'Twice a month'],
		['payout_methods', { payout_methods: ['bank', 'gift-card'] }, 'Bank transfer, Gift card'],
		['tracking_platform', { tracking_platform: 'cj' }, 'CJ Affiliate'],
		['availability', { availability: 'waitlist' }, 'Waitlist'],
		['approval', { approval: 'manual', approval_days: 5 }, 'Manual, within 5 business days'],
		['approval', { approval: 'automatic', approval_days: 0 }, 'Automatic, at once'],
		['availability', { availability: 'invitation' }, 'By invitation'],
		['approval', { approval_days: 1 }, 'Within 1 business day'],
		['countries', { countries: ['DE', 'US'] }, 'Germany, United States'],
		['countries', { countries: ['worldwide'] }, 'Worldwide'],
		['attribution', { attribution: 'last-click' }, 'Last click'],
		['deep_links', { deep_links: true }, 'Allowed to any page'],
		['deep_links', { deep_links: false }, 'Not allowed'],
		['restrictions', { restrictions: ['brand-bidding', 'coupons'] }, 'Not allowed: brand bidding, coupons'],
		['restrictions', { restrictions: ['coupons'], restrictions_text: 'No coupons.' }, 'No coupons.'],
	] as const)('%s of %j is “%s”', (fact, fields, text) => {
		expect(FACTS.find(({ column }) => column === fact)!.words!(publishedProgram(fields as never))).toBe(text);
	});

	test.each([
		[{ name: 'Acme Mail', aliases: ['acme-mail', 'AcmeMail', 'Acmeletter', 'acme-letter', 'AM'] }, 'Acmeletter, AM'],
		[{ name: 'Acme Mail', aliases: ['Acme-Mail'] }, null],
		[{ aliases: null }, null],
	])('the other names of %j are “%s”', (fields, text) => {
		expect(aliasesWords(publishedProgram(fields))).toBe(text);
	});

	test('earnings are shown with their source and date, or not at all', () => {
		const figures = { epc: 0.8, average_order_value: 120, currency: 'USD' };
		const source = { earnings_source_url: 'https://acme.example/', earnings_at: '2026-04-01T00:00:00Z' };
		expect(publishedEarnings(publishedProgram({ ...figures, ...source }))).toEqual({
			words: '$0.80 per click, $120 per order',
			source: source.earnings_source_url,
			at: source.earnings_at,
		});
		expect(publishedEarnings(publishedProgram(figures))).toBeNull();
		expect(publishedEarnings(publishedProgram({ ...figures, earnings_at: source.earnings_at }))).toBeNull();
		expect(publishedEarnings(publishedProgram(source))).toBeNull();
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
