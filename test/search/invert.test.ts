import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Inverted, invert, invertWords } from '../../src/search/invert.ts';
import { fold, words } from '../../src/search/text.ts';
import { randomRuns } from '../support/random-runs.ts';

const asObject = (inverted: Inverted) =>
	Object.fromEntries(Array.from(inverted, ([term, things]) => [term, [...things]]));

/** The same result, computed thing by thing and term by term. */
function plainly(things: readonly (readonly string[])[]): Inverted {
	const terms = new Set(things.flat());
	const having = (term: string) => Uint32Array.from(things.keys()).filter((thing) => things[thing]!.includes(term));
	return new Map(Array.from(terms, (term) => [term, having(term)]));
}

describe('invert', () => {
	test('returns the things of each term, ascending and once', () => {
		const things = [['a', 'b', 'a'], [], ['b', 'c'], ['a']];
		expect(asObject(invert(things, (terms) => terms))).toEqual({ a: [0, 3], b: [0, 2], c: [2] });
	});

	test('returns nothing if there are no things', () => {
		expect(invert([], () => []).size).toBe(0);
	});
});

describe('invertWords', () => {
	test('finds the words of the folded text in any case and with any accents', () => {
		const texts = ['Mail, e-Mail & MAIL2', 'Émail 旅行 mail', '— ½ –'];
		expect(asObject(invertWords(texts))).toEqual({
			mail: [0, 1],
			e: [0],
			mail2: [0],
			email: [1],
			旅行: [1],
			'½': [2],
		});
	});

	test('finds the same words as folding the whole text', () => {
		const text = fc.string({
			unit: fc.oneof(
				fc.constantFrom(...'aAé ß-.ςΣ\u0301½™한\u0130\u{1F600}'),
				fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
			),
			maxLength: 30,
		});
		fc.assert(
			fc.property(fc.array(text), (texts) => {
				expect(asObject(invertWords(texts))).toEqual(asObject(plainly(texts.map((text) => words(fold(text))))));
			}),
			{ numRuns: randomRuns(200) },
		);
	});

	test('distinguishes tens of thousands of words', () => {
		const texts = Array.from({ length: 20_000 }, (_, i) => `w${i} w${(i * 7) % 20_000} all`);
		const inverted = invertWords(texts);
		expect(inverted.size).toBe(20_001);
		expect(inverted.get('all')).toHaveLength(20_000);
		expect([...inverted.get('w14')!]).toEqual([2, 14]);
	});
});
