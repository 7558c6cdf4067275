import { describe, expect, test } from 'vitest';
import {
	aliasesWords,
	approvalWords,
	attributionWords,
	countriesWords,
	deepLinksWords,
	payoutMethodsWords,
	publishedEarnings,
	restrictionsWords,
} from '../../../src/website/format/facts.ts';
import { publishedProgram } from '../../support/published-program.ts';

describe('deciding facts in words', () => {
	test.each([
		[approvalWords, { approval: 'manual', approval_days: 5 }, 'Manual, within 5 business days'],
		[approvalWords, { approval: 'automatic', approval_days: 0 }, 'Automatic, at once'],
		[approvalWords, { approval: 'invitation' }, 'By invitation'],
		[approvalWords, { approval_days: 1 }, 'Within 1 business day'],
		[countriesWords, { countries: ['DE', 'US'] }, 'Germany, United States'],
		[countriesWords, { countries: ['worldwide'] }, 'Worldwide'],
		[
			aliasesWords,
			{ name: 'Acme Mail', aliases: ['acme-mail', 'AcmeMail', 'Acmeletter', 'acme-letter', 'AM'] },
			'Acmeletter, AM',
		],
		[aliasesWords, { name: 'Acme Mail', aliases: ['Acme-Mail'] }, null],
		[aliasesWords, { aliases: null }, null],
		[attributionWords, { attribution: 'last-click' }, 'Last click'],
		[deepLinksWords, { deep_links: true }, 'Allowed to any page'],
		[deepLinksWords, { deep_links: false }, 'Not allowed'],
		[payoutMethodsWords, { payout_methods: ['bank', 'gift-card'] }, 'Bank transfer, Gift card'],
		[restrictionsWords, { restrictions: ['brand-bidding', 'coupons'] }, 'Not allowed: brand bidding, coupons'],
		[restrictionsWords, { restrictions: ['coupons'], restrictions_text: 'No coupons.' }, 'No coupons.'],
	] as const)('%o of %j are “%s”', (words, fields, text) => {
		expect(words(publishedProgram(fields as never))).toBe(text);
	});

	test.each([approvalWords, countriesWords, attributionWords, deepLinksWords, payoutMethodsWords, restrictionsWords])(
		'%o are null if unknown',
		(words) => {
			expect(words(publishedProgram({}))).toBeNull();
		},
	);

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
