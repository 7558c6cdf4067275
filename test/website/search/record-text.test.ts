import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchIn, type ReviewText, recordText } from '../../../src/website/search/record-text.ts';

const ACME = { name: 'Acme Tools' };
const REVIEWS: readonly ReviewText[] = [
	{ author_display_name: 'Mara Lind', title: 'Paid on time', body: 'The payout came early.' },
	{ author_display_name: 'Tom', title: '', body: 'They pay late, and the payout is small.' },
];
const CONTENT = recordText(['Acme', 'Sells anvils.', null, 'Hardware'], REVIEWS);

function matchOf(query: string, content = CONTENT) {
	const match = matchIn({ ...ACME, content }, query);
	return match && { ...match, excerpt: match.excerpt.map(({ word }) => word).join(' ') };
}

describe('recordText', () => {
	test('separates descriptions and reviews', () => {
		expect(CONTENT).toBe(
			'Acme · Sells anvils. · Hardware ¶ Mara Lind · Paid on time · The payout came early. ¶ Tom · They pay late, and the payout is small.',
		);
	});

	test('removes its separators from texts', () => {
		expect(recordText(['a ¶ b', '·'], [{ author_display_name: '¶ x', title: 'y·z', body: '' }])).toBe('a b ¶ x · y z');
	});
});

describe('matchIn', () => {
	test('finds the review with the most words of the search, and its author', () => {
		const continues = { before: false, after: false };
		const excerpt = 'They pay late, and the payout is small.';
		expect(matchOf('payout late')).toEqual({ author: 'Tom', excerpt, continues });
		expect(matchOf('payout early')!.author).toBe('Mara Lind');
	});

	test('finds other forms of a word, in any case and with any accents', () => {
		const matches = (query: string) =>
			matchIn({ ...ACME, content: 'Marketing pâys quick-market Mark ships company' }, query)!
				.excerpt.filter(({ isMatch }) => isMatch)
				.map(({ word }) => word);
		expect(matches('marketed')).toEqual(['Marketing', 'quick-market']);
		expect(matches('shipped companies')).toEqual(['ships', 'company']);
		expect(matches('pay MARK')).toEqual(['Marketing', 'pâys', 'quick-market', 'Mark']);
	});

	test('finds descriptions, which come first if reviews match equally well', () => {
		expect(matchOf('anvils')).toMatchObject({ author: undefined, excerpt: 'Acme · Sells anvils. · Hardware' });
		expect(matchOf('hardware payout')!.author).toBeUndefined();
	});

	test('finds nothing if the name has all words of the search, and ignores those words otherwise', () => {
		expect(matchOf('acme')).toBeUndefined();
		expect(matchOf('acm')).toBeUndefined();
		expect(matchOf('acme late')!.author).toBe('Tom');
		expect(matchOf('acme qqqq')).toBeUndefined();
	});

	test('the excerpt of a long text has the matches in its middle', () => {
		const filler = (letter: string) => Array.from({ length: 40 }, (_, index) => `${letter}${index}`).join(' ');
		const match = matchOf('needle', recordText([`${filler('a')} needle ${filler('b')}`]))!;
		expect(match.excerpt).toMatch(/^a33 .* a39 needle b0 .* b7$/);
		expect(match.continues).toEqual({ before: true, after: true });
	});

	test('the excerpt of a review without a text is the name of its author', () => {
		const content = recordText(['Acme'], [{ author_display_name: 'Needle', title: '', body: '' }]);
		expect(matchOf('needle', content)).toMatchObject({ author: 'Needle', excerpt: 'Needle' });
	});

	test('the excerpt has a match, and few words, in any text', () => {
		const text = fc
			.array(fc.constantFrom('pay', 'late', 'x', '·', '¶', '…'), { maxLength: 60 })
			.map((all) => all.join(' '));
		const review = fc.record({ author_display_name: fc.constantFrom('Tom', 'pay'), title: text, body: text });
		fc.assert(
			fc.property(fc.array(text), fc.array(review), (texts, reviews) => {
				const content = recordText(texts, reviews);
				const match = matchIn({ ...ACME, content }, 'pay');
				if (match === undefined) return;
				expect(match.excerpt.length).toBeLessThanOrEqual(16);
				expect(match.excerpt.some(({ word, isMatch }) => isMatch && word === 'pay')).toBe(true);
				expect(match.excerpt.map(({ word }) => word)).not.toContain('¶');
			}),
		);
	});
});
