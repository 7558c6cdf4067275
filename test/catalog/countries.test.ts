import { describe, expect, test } from 'vitest';
import { COUNTRIES, countryName } from '../../src/catalog/countries.ts';

describe('COUNTRIES', () => {
	test('are the countries of ISO 3166-1, and Kosovo', () => {
		expect(COUNTRIES).toHaveLength(250);
		expect(COUNTRIES).toEqual(COUNTRIES.toSorted());
		for (const code of ['AD', 'DE', 'GB', 'TW', 'US', 'XK', 'ZW']) expect(COUNTRIES).toContain(code);
		for (const code of ['EU', 'SU', 'UK', 'UN', 'XA', 'ZZ']) expect(COUNTRIES).not.toContain(code);
	});

	test('have English names', () => {
		expect(countryName('DE')).toBe('Germany');
	});
});
