import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invert, packTerms, TermTable } from '../../src/search/term-table.ts';
import { nearWords } from '../../src/shared/near-words.ts';

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
