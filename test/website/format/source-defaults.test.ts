import { expect, test } from 'vitest';
import { withSource } from '../../../src/website/format/source-defaults.ts';
import { publishedProgram } from '../../support/published-program.ts';

const IMPORTED = {
	source_name: 'OpenAffiliate',
	imported_at: '2026-04-17T00:00:00Z',
	source_defaults: ['payout_minimum'] as const,
};

test.each([
	['names the source of a default', IMPORTED, '$50 according to OpenAffiliate'],
	['says that there is a source without a name', { ...IMPORTED, source_name: null }, '$50 according to its source'],
	['leaves other values alone', { ...IMPORTED, source_defaults: ['attribution'] as const }, '$50'],
	['leaves a value alone that an editor has checked', { ...IMPORTED, checked_at: '2026-05-01T00:00:00Z' }, '$50'],
])('%s', (_, { source_defaults, ...fields }, words) => {
	const program = publishedProgram({ ...fields, source_defaults: [...source_defaults] });
	expect(withSource(program, 'payout_minimum', '$50')).toBe(words);
	expect(withSource(program, 'payout_minimum', null)).toBeNull();
});
