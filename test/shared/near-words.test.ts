import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invert, packTerms, TermTable } from '../../src/search/term-table.ts';
import { nearInList, nearWord, nearWords } from '../../src/shared/near-words.ts';

/** Each program has one list of words. */
function tableOf(...programs: readonly string[][]): TermTable {
	const sections = packTerms(
		'word',
		invert(programs, (words) => words),
		programs.length,
	);
	return new TermTable(sections, 'word', programs.length);
}

function near(word: string, table: TermTable, asPrefix = false): string[] {
	return nearWords(table, word, asPrefix).map((found) => found.word);
}

/** The number of edits between two words: added, missing or different letters, and swapped neighbours. */
function distance(a: string, b: string): number {
	const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
	for (let i = 0; i <= a.length; i++) {
		for (let j = 0; j <= b.length; j++) {
			if (i === 0 || j === 0) rows[i]![j] = i + j;
			else {
				rows[i]![j] = Math.min(
					rows[i - 1]![j]! + 1,
					rows[i]![j - 1]! + 1,
					rows[i - 1]![j - 1]! + Number(a[i - 1] !== b[j - 1]),
					i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
						? rows[i - 2]![j - 2]! + 1
						: a.length + b.length,
				);
			}
		}
	}
	return rows[a.length]![b.length]!;
}

/** The number of edits to the nearest start of a word. */
function startDistance(a: string, b: string): number {
	return Math.min(...Array.from({ length: b.length + 1 }, (_, length) => distance(a, b.slice(0, length))));
}

describe('nearWords', () => {
	const anyWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '旅'), minLength: 1, maxLength: 9 });

	test('finds a word if and only if few enough edits lead to it, or, for a prefix, to its start', () => {
		fc.assert(
			fc.property(
				anyWord,
				fc.uniqueArray(anyWord, { minLength: 1, maxLength: 8 }),
				fc.boolean(),
				(word, words, asPrefix) => {
					const limit = Math.min(2, Math.floor(word.length / 3));
					const edits = asPrefix ? startDistance : distance;
					const expected = limit === 0 ? [] : words.filter((other) => edits(word, other) <= limit);
					expect(near(word, tableOf(words), asPrefix).sort()).toEqual(expected.sort());
				},
			),
			{ numRuns: 5000 },
		);
	});

	test.each([
		['emial', 'email'],
		['hostng', 'hosting'],
		['hosstting', 'hosting'],
		['shpify', 'shopify'],
	])('corrects %s to %s', (typed, meant) => {
		expect(near(typed, tableOf(['email', 'hosting', 'shopify', 'travel']))).toEqual([meant]);
	});

	test('ranks words by the fewest edits, then the same first letter, the most programs, and no extra letters', () => {
		const table = tableOf(['fail', 'mailbox'], ['mall'], ['mall', 'mail'], ['malt']);
		expect(near('fall', table)).toEqual(['fail', 'mall']);
		expect(near('maln', table)).toEqual(['mall', 'malt']);
		expect(near('maill', table, true)).toEqual(['mall', 'mail', 'mailbox']);
	});
});

const COLUMNS = ['slug', 'name', 'commission_type', 'commission_rate', 'website_url', 'cookie_days', 'id'];

describe('nearWord', () => {
	test.each<[string, string | undefined, string]>([
		['SLUG', 'slug', 'case does not count'],
		['ID', 'id', 'case does not count in a short word either'],
		['slgu', 'slug', 'two letters are swapped'],
		['comission_tipe', 'commission_type', 'two letters are wrong'],
		['comision_tipe', undefined, 'three wrong letters are too many'],
		['website', 'website_url', 'it is unfinished'],
		['webstie', undefined, 'it is unfinished and mistyped'],
		['url_of_website', undefined, 'no name contains it, and it contains no name'],
		['the_commission_rate', 'commission_rate', 'it contains the name'],
		['url_', undefined, 'three letters are a part of many names, and these four of none'],
		['foo', undefined, 'three letters are not like the start of a longer name'],
		['nam', 'name', 'a letter is missing'],
		['commission', undefined, 'it is the beginning of two names'],
		['commission_tate', 'commission_rate', 'one name is nearer than another'],
		['idd', 'id', 'a name of three letters may have one wrong letter'],
		['ix', undefined, 'a word of two letters is similar to all others'],
		['colour', undefined, 'it is similar to no name'],
		['', undefined, 'an empty text is similar to no name'],
		['x'.repeat(100_000), undefined, 'a page of text is no word'],
	])('finds for %s: %s, because %s', (given, expected, _) => {
		expect(nearWord(given, COLUMNS)).toBe(expected);
	});
});

describe('nearInList', () => {
	test('lists words by their likeness', () => {
		const slugs = ['larkpost', 'larkposts', 'larkpost-academy', 'the-larkpost', 'lark', 'post', 'openrouter'];
		const found = nearInList('larkpost', slugs).map(({ word }) => word);
		expect(found).toEqual(['larkpost', 'larkposts', 'larkpost-academy', 'lark', 'the-larkpost', 'post']);
		expect(nearInList('nope', slugs)).toEqual([]);
	});
});
