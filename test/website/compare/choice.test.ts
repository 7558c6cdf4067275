import { describe, expect, test } from 'vitest';
import { compareAddress, isSameChoice, parseChoice, toggled } from '../../../src/website/compare/choice.ts';

describe('parseChoice', () => {
	test('keeps each slug once, and ignores blanks', () => {
		expect(parseChoice('a, b,,a')).toEqual(['a', 'b']);
		expect(parseChoice('')).toEqual([]);
		expect(parseChoice(null)).toEqual([]);
	});
});

describe('compareAddress', () => {
	test('puts all slugs into one parameter', () => {
		expect(compareAddress(['a', 'b'])).toBe('/compare/?programs=a,b');
		expect(compareAddress([])).toBe('/compare/');
	});
});

describe('toggled', () => {
	test('adds a program, and removes it again', () => {
		expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
		expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
	});

	test('ignores a fifth program', () => {
		expect(toggled(['a', 'b', 'c', 'd'], 'e')).toEqual(['a', 'b', 'c', 'd']);
	});
});

test.each([
	[['a', 'b'], ['b', 'a'], true],
	[[], [], true],
	[['a'], ['a', 'b'], false],
	[['a', 'b'], ['a', 'c'], false],
])('Whether %o and %o are the same selection: %s', (a, b, same) => {
	expect(isSameChoice(a, b)).toBe(same);
});
