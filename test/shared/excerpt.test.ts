import { describe, expect, test } from 'vitest';
import { excerpt } from '../../src/shared/excerpt.ts';

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
