import { describe, expect, test } from 'vitest';
import type { Understood, WordMatches } from '../../../src/search/intent/understood.ts';
import { readWords, wordSentences } from '../../../src/website/explorer/understood-words.ts';

const UNDERSTOOD: Understood = {
	filters: [
		{ name: 'min_guaranteed', value: '30', words: '30%+' },
		{ name: 'payout_method', value: 'paypal', words: 'by PayPal' },
	],
	words: 'form builder',
};
const read = (asked: Parameters<typeof readWords>[1], understood = UNDERSTOOD) =>
	readWords({ understand: () => understood }, asked);

describe('readWords', () => {
	test('puts the filters that words stand for beside those that are set, and keeps the other words', () => {
		const { values, used, overruled } = read({ q: '30%+ form builder by PayPal', sort: 'newest' });
		expect(values).toEqual({ q: 'form builder', min_guaranteed: '30', payout_method: 'paypal', sort: 'newest' });
		expect([used, overruled]).toEqual([['30%+', 'by PayPal'], []]);
	});

	test('lets a filter win that is set to another value', () => {
		const { values, used, overruled } = read({ q: '…', min_guaranteed: '20', payout_method: 'paypal' });
		expect(values).toMatchObject({ min_guaranteed: '20', payout_method: 'paypal' });
		expect([used, overruled]).toEqual([['by PayPal'], ['30%+']]);
	});

	test('leaves no words if all of them stand for filters', () => {
		expect(read({ q: '…' }, { ...UNDERSTOOD, words: '' }).values).not.toHaveProperty('q');
	});

	test('understands nothing without words, and nothing in quotation marks', () => {
		for (const asked of [{ min_guaranteed: '5' }, { q: '"30%+"' }]) expect(read(asked).values).toBe(asked);
	});
});

describe('wordSentences', () => {
	const NOTHING: Understood = { filters: [], words: 'form builder' };
	const say = (words: WordMatches | undefined, understood = NOTHING, suggestion?: string) =>
		wordSentences(read({ q: understood.words, min_guaranteed: '20' }, understood), { words, suggestion }).join(' ');
	const [form, builder] = [
		{ word: 'form', count: 1400 },
		{ word: 'builder', count: 20 },
	];

	test.each<[string, WordMatches]>([
		['', { all: 7, some: [], none: [] }],
		['3 programs with all words, then 1,400 with “form”.', { all: 3, some: [form!], none: [] }],
		[
			'1 program with all words, then 1,400 with “form” and 20 with “builder”.',
			{ all: 1, some: [form!, builder!], none: [] },
		],
		['1,400 programs with “form” and 20 with “builder”.', { all: 0, some: [form!, builder!], none: [] }],
		['1,400 programs with “form”. No program has “xyz”.', { all: 0, some: [form!], none: ['xyz'] }],
		['No program has “xyz” or “abc”.', { all: 0, some: [], none: ['xyz', 'abc'] }],
	])('says which words match: %j', (sentences, words) => {
		expect(say(words)).toBe(sentences);
	});

	test('says of a single word how many programs are about it, and how many only mention it', () => {
		const single = { ...NOTHING, words: 'Form' };
		expect(say({ all: 3, some: [form!], none: [] }, single)).toBe(
			'3 programs about “form”, then 1,400 that mention it.',
		);
		expect(say({ all: 0, some: [form!], none: [] }, single)).toBe('');
	});

	test('says which words became filters, and which have no effect', () => {
		expect(say(undefined, UNDERSTOOD)).toBe(
			'“by PayPal” became a filter. “30%+” had no effect, because you chose another value.',
		);
	});

	test('says which similar words were searched for', () => {
		const said = 'Nothing matches “form builder”. Showing results for “farm builder”.';
		expect(say({ all: 2, some: [], none: [] }, NOTHING, 'farm builder')).toBe(said);
	});
});
