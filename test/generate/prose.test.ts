import { describe, expect, test } from 'vitest';
import { markdown, paragraph, phrase, sentence } from './prose.ts';
import { Random } from './random.ts';

const LENGTHS = Array.from({ length: 400 }, (_, index) => index * 3 + 20);
const random = () => new Random(1, 'test');

describe('phrase', () => {
	test('has the requested number of words, the first one capitalized', () => {
		expect(phrase(random(), 3)).toMatch(/^\p{Lu}\p{Ll}*( \p{Ll}+){2}$/u);
	});
});

describe('sentence', () => {
	test('is never longer than requested and at most 20 characters shorter', () => {
		const source = random();
		for (const length of LENGTHS) {
			const text = sentence(source, length);
			expect(text).toMatch(/^\p{Lu}\p{Ll}*(,? \p{Ll}+)*\.$/u);
			expect(text.length).toBeLessThanOrEqual(length);
			expect(text.length).toBeGreaterThanOrEqual(length - 20);
		}
	});
});

describe('paragraph', () => {
	test('has the requested length except for the last words', () => {
		const source = random();
		for (const length of LENGTHS) {
			const text = paragraph(source, length);
			expect(text.length).toBeLessThanOrEqual(length);
			expect(text.length).toBeGreaterThanOrEqual(length - 40);
		}
	});

	test('is one short word if the length allows no more', () => {
		expect(paragraph(random(), 1)).toMatch(/^\p{Lu}\p{Ll}*\.$/u);
	});
});

describe('markdown', () => {
	test('has headings, lists, strong words and links', () => {
		const text = markdown(random(), 20_000, 'https://acme.example/');
		expect(text).toMatch(/^## \p{Lu}/mu);
		expect(text).toMatch(/^- \p{Lu}/mu);
		expect(text).toMatch(/ \*\*\p{Ll}+,?\*\* /u);
		expect(text).toContain('](https://acme.example/)');
	});
});
