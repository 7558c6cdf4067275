import { describe, expect, test } from 'vitest';
import { markdown, paragraph, phrase, sentence } from '../../src/generate/prose.ts';
import { Random } from '../../src/generate/random.ts';

const LENGTHS = Array.from({ length: 400 }, (_, index) => index * 3 + 20);
const random = () => new Random(1, 'test');

describe('phrase', () => {
	test('has as many words as asked for, the first with a capital', () => {
		expect(phrase(random(), 3)).toMatch(/^\p{Lu}\p{Ll}*( \p{Ll}+){2}$/u);
	});
});

describe('sentence', () => {
	test('is never longer than asked for and at most 20 characters shorter', () => {
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
	test('is as long as asked for, but for the last words', () => {
		const source = random();
		for (const length of LENGTHS) {
			const text = paragraph(source, length);
			expect(text.length).toBeLessThanOrEqual(length);
			expect(text.length).toBeGreaterThanOrEqual(length - 40);
		}
	});

	test('is one short word where there is room for less', () => {
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
