import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { excerpt, shellWord, wholeSentences } from '../../src/shared/text.ts';

describe('excerpt', () => {
	test('keeps a text that fits', () => {
		expect(excerpt('to be', 5)).toBe('to be');
	});

	test('cuts a longer text between words', () => {
		expect(excerpt('to be or not', 9)).toBe('to be or…');
		expect(excerpt('to be or not', 8)).toBe('to be…');
	});

	test('cuts a text without spaces between any two characters', () => {
		expect(excerpt('x'.repeat(20_000), 10)).toBe(`${'x'.repeat(10)}…`);
		expect(excerpt('🙂🙂🙂', 3)).toBe('🙂…');
	});
});

test.each([
	['One two. Three four. Five six.', 20, 'One two. Three four.'],
	['One  two.\nThree', 100, 'One two. Three.'],
	['It pays 12.5% of $1.50. Then nothing.', 25, 'It pays 12.5% of $1.50.'],
	['A first sentence that is too long. Another.', 10, 'A first sentence that is too long.'],
	['Is it? It is! “Yes.”', 100, 'Is it? It is! “Yes.”'],
	['支払いは月末です。手数料は高いです。', 10, '支払いは月末です。'],
	['It is whole. It was cut off after a comma,', 100, 'It is whole.'],
	['', 100, ''],
])('The whole sentences of %j within %d characters are %j', (text, length, expected) => {
	expect(wholeSentences(text, length)).toBe(expected);
});

test.each([
	['var/state', 'var/state'],
	['/tmp/my state', "'/tmp/my state'"],
	["it's", String.raw`'it'\''s'`],
	['~/state', "'~/state'"],
	['$HOME', "'$HOME'"],
	['', "''"],
])('%j is %s in a command line, and a shell reads it back', (text, word) => {
	expect(shellWord(text)).toBe(word);
	expect(execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })).toBe(text);
});
