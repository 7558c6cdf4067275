import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, words } from '../../src/search/text.ts';

describe('fold', () => {
	test.each([
		['Émail', 'email'],
		['Bïrch', 'birch'],
		['Żółw', 'zołw'],
		['STRASSE', 'strasse'],
		['Straße', 'strasse'],
		['STRAẞE', 'strasse'],
		['ᾼ', 'αι'],
		['ΟΔΟΣ', 'οδοσ'],
		['οδός', 'οδοσ'],
		['İstanbul', 'istanbul'],
		['8am™', '8am™'],
		['½', '½'],
		['한글', '한글'],
		['旅行', '旅行'],
		['e\u0301', 'e'],
		['\u0301', ''],
	])('%j becomes %j', (text, folded) => {
		expect(fold(text)).toBe(folded);
	});

	test('folds a character in upper and lower case to the same text, and folding that again changes nothing', () => {
		for (let code = 0; code <= 0x10ffff; code++) {
			const character = String.fromCodePoint(code);
			// Characters that Unicode does not define have no case.
			if (/[\p{Cn}\p{Co}\p{Cs}]/u.test(character)) continue;
			const folded = fold(character);
			const again = [folded, character.toLowerCase(), character.toUpperCase()].map(fold);
			if (again.some((other) => other !== folded)) expect({ character, again }).toEqual({ character, again: [folded] });
		}
	});

	test('ignores case', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(...'aÉßΣςąЖ') }), (text) => {
				expect(fold(text.toUpperCase())).toBe(fold(text));
				expect(fold(text.toLowerCase())).toBe(fold(text));
			}),
		);
	});
});

describe('words', () => {
	test.each([
		['larkpost 2.0', ['larkpost', '2', '0']],
		['8am™-club', ['8am', 'club']],
		['  ', []],
		['"mail"*', ['mail']],
		['旅行 mail', ['旅行', 'mail']],
	])('finds in %j the words %j', (text, expected) => {
		expect(words(text)).toEqual(expected);
	});
});
