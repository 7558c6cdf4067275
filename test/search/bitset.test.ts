import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, fillAll, has, wordsFor } from '../../src/search/bitset.ts';

const LARGEST = 600;

function membersOf(set: Uint32Array): number[] {
	return Array.from({ length: set.length * 32 }, (_, number) => number).filter((number) => has(set, number));
}

describe('a bitset', () => {
	test('holds what was added, and nothing else', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.nat(LARGEST - 1)), (numbers) => {
				const set = new Uint32Array(wordsFor(LARGEST));
				for (const number of numbers) add(set, number);
				expect(membersOf(set)).toEqual(numbers.sort((a, b) => a - b));
			}),
		);
	});

	test.each([0, 1, 31, 32, 33, 511, 512, 513])('filled for %i holds every number below, and nothing else', (count) => {
		const set = new Uint32Array(wordsFor(count)).fill(7);
		fillAll(set, count);
		expect(membersOf(set)).toEqual(Array.from({ length: count }, (_, number) => number));
	});

	test.each([
		[0, 0],
		[1, 16],
		[512, 16],
		[513, 32],
	])('of numbers below %i has %i words: whole lines', (count, words) => {
		expect(wordsFor(count)).toBe(words);
	});
});
