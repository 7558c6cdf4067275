import { describe, expect, test } from 'vitest';
import { buildIndex } from '../../src/search/build-index.ts';
import { ProgramIndex } from '../../src/search/program-index.ts';
import { publishedProgram } from '../support/published-program.ts';

describe('a suggestion', () => {
	const index = new ProgramIndex(
		buildIndex([
			publishedProgram({ slug: 'a', name: 'Émail Press', description: 'For shops', tags: ['email-marketing'] }),
			publishedProgram({ slug: 'b', name: 'Hostel', aliases: ['Hostiy'], verified: true }),
			publishedProgram({
				slug: 'd',
				name: 'Bolt for Business',
				description: 'Pioneered in 1990, tracked by Partnerhub',
				aliases: ['Rapidway'],
				restrictions_text: 'No brand bidding; no coupons',
				payout_methods: ['wire'],
				tracking_platform: 'partnerhub',
				commission_text: '20% on renewals',
			}),
			publishedProgram({
				slug: 'e',
				name: 'Coupon',
				description: 'Building a brand with partner hubs and a wise hand',
			}),
			publishedProgram({ slug: 'c', name: 'Hostix', description: 'Marketed by email', tags: ['e-commerce'] }),
		]),
	);

	test.each<[string, string | undefined, string]>([
		['emial marketng', 'email marketing', 'every unknown word is replaced'],
		['EMIAL shops', 'email shops', 'a known word stays'],
		['emial mar', 'email mar', 'the last word may be the beginning of a known word'],
		['mar emial', undefined, 'only the last word may be the beginning of a word'],
		['email markte', 'email marketing', 'the last word can be incomplete'],
		['e-comerce', 'e-commerce', 'the characters between words stay'],
		['emailmarketing', 'email marketing', 'a space can be missing'],
		['shops hostel', undefined, 'every word is known'],
		['partnerhbu', 'partnerhub', 'a network can be meant'],
		['bulding', undefined, 'words of descriptions are not suggested'],
		['payoneer', undefined, 'no word is similar enough to “pioneered”'],
		['buisinexs', undefined, 'one error is a slip, and two are another word'],
		['zzzzzz', undefined, 'no word is similar'],
		['xy', undefined, 'the word is too short to be similar to another'],
		['™', undefined, 'there is no word'],
		['boltfor bussiness', 'bolt for business', 'a name can be meant without its spaces'],
		['boolt for business', 'bolt for business', 'a name comes before single words'],
		['rapidwey affiliate program', 'rapidway', 'an alias can be meant, with usual words beside it'],
		['brand bidding', undefined, 'its words occur in restrictions'],
		['brand bidd', undefined, 'the beginning of a word of restrictions is known'],
		['coupons', undefined, 'a word of restrictions is not corrected to a name'],
		['wire', undefined, 'a payout method is known'],
		['partnerhub', undefined, 'a platform is known'],
		['renewals', undefined, 'a word of terms is known'],
		['emial emial emial emial emial', undefined, 'too many words are unknown for a slip of the fingers'],
	])('for %s is %s, because %s', (q, expected, _) => {
		expect(index.suggest({ q })).toBe(expected);
	});

	test('matches under the same filters, even if another word is nearer', () => {
		expect(index.suggest({ q: 'hostiz' })).toBe('hostix');
		expect(index.suggest({ q: 'hostiz', filters: { verified_only: true } })).toBe('hostiy');
	});

	test('is not made if only the filters leave nothing', () => {
		expect(index.suggest({ q: 'hostix', filters: { verified_only: true } })).toBeUndefined();
	});

	test('matches under the same slugs', () => {
		expect(index.suggest({ q: 'hostiz', slugs: ['b', 'c'] })).toBe('hostix');
		expect(index.suggest({ q: 'hostiz', slugs: ['b'] })).toBe('hostiy');
		expect(index.suggest({ q: 'hostiz', slugs: ['a'] })).toBeUndefined();
	});

	test('is not made without a text', () => {
		expect(index.suggest({ filters: { category: 'none' } })).toBeUndefined();
	});
});
