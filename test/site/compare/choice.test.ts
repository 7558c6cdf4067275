import { describe, expect, test } from 'vitest';
import { compareAddress, parseChoice, toggled } from '../../../src/site/compare/choice.ts';

describe('parseChoice', () => {
	test('each slug counts once, and blanks are nothing', () => {
		expect(parseChoice('a, b,,a')).toEqual(['a', 'b']);
		expect(parseChoice('')).toEqual([]);
		expect(parseChoice(null)).toEqual([]);
	});
});

describe('compareAddress', () => {
	test('slugs stand in one parameter', () => {
		expect(compareAddress(['a', 'b'])).toBe('/compare/?programs=a,b');
		expect(compareAddress([])).toBe('/compare/');
	});
});

describe('toggled', () => {
	test('a program is put in, and taken out again', () => {
		expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
		expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
	});

	test('a fifth program is not taken', () => {
		expect(toggled(['a', 'b', 'c', 'd'], 'e')).toEqual(['a', 'b', 'c', 'd']);
	});
});
