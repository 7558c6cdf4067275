import { expect, test } from 'vitest';
import { listedFields } from '../../src/catalog/listed-fields.ts';
import { cookieDefaults, NO_SOURCE_DEFAULTS, ownValue } from '../../src/catalog/provenance.ts';
import { publishedProgram } from '../support/published-program.ts';

const IMPORTED = { source_name: 'OpenAffiliate', imported_at: '2026-04-17T00:00:00Z', checked_at: null };
const program = publishedProgram({
	...IMPORTED,
	cookie_days: 30,
	payout_minimum: 50,
	source_defaults: ['cookie_days', 'payout_minimum', 'attribution'],
});

test('A value is a program’s own if it is no source default, or an editor has checked it', () => {
	expect(ownValue(program, 'cookie_days')).toBeNull();
	expect(ownValue({ ...program, source_defaults: ['payout_minimum'] }, 'cookie_days')).toBe(30);
	expect(ownValue({ ...program, checked_at: '2026-05-01T00:00:00Z' }, 'payout_minimum')).toBe(50);
});

test('Views that show only the cookie depend on no other source default', () => {
	expect(cookieDefaults(program)).toEqual({ ...IMPORTED, source_defaults: ['cookie_days'] });
	expect(cookieDefaults({ ...program, source_defaults: ['payout_minimum'] })).toEqual(NO_SOURCE_DEFAULTS);
	expect(listedFields(program).source_defaults).toEqual(['cookie_days']);
	expect(listedFields({ ...program, source_defaults: ['attribution'] }).source_defaults).toBeNull();
});
