import { describe, expect, test } from 'vitest';
import { ENGLISH } from './english.ts';
import { Random } from './random.ts';
import { drawWord, inventedWord, VOCABULARY } from './vocabulary.ts';

describe('VOCABULARY', () => {
	test('is large and has each word once', () => {
		expect(VOCABULARY.length).toBeGreaterThan(30_000);
		expect(new Set(VOCABULARY).size).toBe(VOCABULARY.length);
	});

	test('starts with the English words, each once', () => {
		expect(ENGLISH.length).toBeGreaterThan(300);
		expect(VOCABULARY.slice(0, ENGLISH.length)).toEqual(ENGLISH);
	});

	test('consists of lower-case letters, some of them with accents', () => {
		expect(VOCABULARY.filter((word) => !/^\p{Ll}+$/u.test(word))).toEqual([]);
		expect(VOCABULARY.filter((word) => /[^a-z]/.test(word)).length).toBeGreaterThan(1000);
	});
});

describe('drawWord', () => {
	test('draws a few words often and most words rarely', () => {
		const random = new Random(1, 'test');
		const counts = new Map<number, number>();
		for (let drawn = 0; drawn < 100_000; drawn++) {
			const word = drawWord(random);
			counts.set(word, (counts.get(word) ?? 0) + 1);
		}
		expect(counts.get(0)! / counts.get(98)!).toBeGreaterThan(15);
		expect([...counts.values()].filter((count) => count === 1).length).toBeGreaterThan(5000);
	});
});

describe('inventedWord', () => {
	test('draws no English words', () => {
		const random = new Random(1, 'test');
		const words = Array.from({ length: 1000 }, () => inventedWord(random));
		expect(words.filter((word) => ENGLISH.includes(word))).toEqual([]);
	});
});
