import { describe, expect, test } from 'vitest';
import { aliasesWords, FACTS, publishedEarnings } from '../../../src/website/format/facts.ts';
import { publishedProgram } from '../../support/published-program.ts';

describe('deciding facts in words', () => {
	test.each([
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
