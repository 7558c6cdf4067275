import { describe, expect, test } from 'vitest';
import { normalizeTimestamp } from '../../../src/snapshot/import/timestamps.ts';

describe('normalizeTimestamp', () => {
	test.each([
		['2026-04-18T09:30:00Z', '2026-04-18T09:30:00Z'],
		['2026-04-18', '2026-04-18T00:00:00Z'],
		['2024-02-29', '2024-02-29T00:00:00Z'],
		['2026-04-18t09:30:00z', '2026-04-18T09:30:00Z'],
		['2026-04-18T09:30:00.999Z', '2026-04-18T09:30:00Z'],
		['2026-04-18 21:44:54.635000+00:00', '2026-04-18T21:44:54Z'],
		['2026-04-18T01:30:00+02:00', '2026-04-17T23:30:00Z'],
		['2026-12-31T23:00:00-0300', '2027-01-01T02:00:00Z'],
	])('reads %s as %s', (text, instant) => {
		expect(normalizeTimestamp(text)).toBe(instant);
	});

	test.each([
		'2026-02-30',
		'2025-02-29T00:00:00Z',
		'2026-13-01',
		'2026-04-18T25:00:00Z',
		'2026-04-18T09:30:00+99:00',
		'2026-04-18T09:30:00',
		'2026-04-18T09:30Z',
		'18.04.2026',
		'04/18/2026',
		'2026-4-1',
		'yesterday',
		'',
	])('returns %j unchanged, so that the catalogue refuses it', (text) => {
		expect(normalizeTimestamp(text)).toBe(text);
	});
});
