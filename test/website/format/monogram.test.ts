import { describe, expect, test } from 'vitest';
import { HUES, hue, initials } from '../../../src/website/format/monogram.ts';

describe('initials', () => {
	test.each([
		['Acme', 'A'],
		['acme mail service', 'AM'],
		['11x', '1'],
		['"Quoted" & co', 'QC'],
		['.knot', 'K'],
		["Peg O'Marra", 'PO'],
		['Élan Vital', 'ÉV'],
		['E\u0301lan', 'E\u0301'],
		['Żółw', 'Ż'],
		['手しごと便', '手'],
		['دكّان سدرة الوادي', 'د'],
		['🙂', '🙂'],
		['—', '—'],
	])('returns the initials of %j', (name, expected) => {
		expect(initials(name)).toBe(expected);
	});
});

describe('hue', () => {
	test('returns the same hue for the same name, and uses all hues', () => {
		const hues = Array.from({ length: 500 }, (_, index) => hue(`Program ${index}`));
		expect(new Set(hues)).toEqual(new Set(Array.from({ length: HUES.length }, (_, index) => index)));
		expect(hue('Acme')).toBe(hue('Acme'));
	});
});
