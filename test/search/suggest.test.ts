import { describe, expect, test } from 'vitest';
import { buildIndex } from '../../src/search/build-index.ts';
import { ProgramIndex } from '../../src/search/program-index.ts';
import { publishedProgram } from '../support/published-program.ts';

describe('a suggestion', () => {
	const index = new ProgramIndex(
		buildIndex([
			publishedProgram({ slug: 'a', name: 'Émail Press', description: 'Email marketing for shops' }),
			publishedProgram({ slug: 'b', name: 'Hostel', description: 'Web hosting', verified: true }),
			publishedProgram({ slug: 'c', name: 'Hostix', description: 'Hosting of e-commerce, marketed by email' }),
		]),
	);

	test.each<[string, string | undefined, string]>([
		['emial marketng', 'email marketing', 'every unknown word is replaced'],
		['EMIAL shops', 'email shops', 'a known word stays'],
		['emial mar', 'email mar', 'a known beginning stays at the end'],
		['mar emial', undefined, 'it is not known before the end'],
		['email markte', 'email marketed', 'the last word can be incomplete'],
		['e-comerce', 'e-commerce', 'what stands between words stays'],
		['emailmarketing', 'email marketing', 'a space can be missing'],
		['shops hostel', undefined, 'every word is known'],
		['zzzzzz', undefined, 'no word is near'],
		['xy', undefined, 'a word is too short to be near another'],
		['™', undefined, 'there is no word'],
		['emial emial emial emial emial', undefined, 'more words are unknown than a slip explains'],
	])('for %s is %s, because %s', (q, expected, _) => {
		expect(index.suggest({ q })).toBe(expected);
	});

	test('matches under the same filters, even if another word is nearer', () => {
		expect(index.suggest({ q: 'hostix2' })).toBe('hostix');
		expect(index.suggest({ q: 'hostix2', filters: { verified_only: true } })).toBe('hosting');
	});

	test('is not made without a text', () => {
		expect(index.suggest({ filters: { category: 'none' } })).toBeUndefined();
	});
});
