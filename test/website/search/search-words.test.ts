import { describe, expect, test } from 'vitest';
import { searchWords } from '../../../src/website/search/search-words.ts';

describe('searchWords', () => {
	test('returns the folded words of names, each once, sorted', () => {
		expect(searchWords(['Zebra & Émail', 'E-Mail ZEBRA', 'AI'])).toEqual(['email', 'mail', 'zebra']);
	});

	test('limits the number and the length of words', () => {
		const many = Array.from({ length: 30_000 }, (_, i) => `name${i}`);
		const words = searchWords(['x'.repeat(1000), ...many]);
		expect(words).toHaveLength(20_000);
		expect(words).toContain('name0');
		expect(words).not.toContain('name29999');
	});
});
