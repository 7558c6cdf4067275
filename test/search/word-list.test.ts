import { describe, expect, test } from 'vitest';
import { nearTexts } from '../../src/search/suggest.ts';
import { WordList } from '../../src/search/word-list.ts';

const WORDS = new WordList(['hosting', 'larkpost', 'pages']);

describe('A list of words', () => {
	test.each([
		['larkpots', ['larkpost']],
		['Larkpots pages', ['larkpost pages']],
		['newsletter larkpots', []],
		['larkpost', ['larkpost']],
		['qqqq', []],
		['™', []],
	])('finds texts similar to %s: %j', (text, near) => {
		expect(nearTexts(text, WORDS)).toEqual(near);
	});
});
