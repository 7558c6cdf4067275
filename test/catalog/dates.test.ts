import { describe, expect, test } from 'vitest';
import { parseDate } from '../../src/catalog/dates.ts';

describe('parseDate', () => {
	test.each([
		['2026-04-18T09:30:00Z', '2026-04-18T09:30:00Z'],
		['2026-04-18', '2026-04-18T00:00:00Z'],
		['2024-02-29', '2024-02-29T00:00:00Z'],
		['2026-04-18t09:30:00z', '2026-04-18T09:30:00Z'],
		['2026-04-18T09:30:00.999Z', '2026-04-18T09:30:00Z'],
		['2026-04-18 21:44:54.635000+00:00', '2026-04-18T21:44:54Z'],
		['2026-04-18T01:30:00+02:00', '2026-04-17T23:30:00Z'],
		['2026-12-31T23:00:00-0300', '2027-01-01T02:00:00Z'],
		['18.04.2026 09:30', '2026-04-18T09:30:00Z'],
		['18/04/2026 9:30 PM', '2026-04-18T21:30:00Z'],
		['12:30', undefined],
		['2026-02-30', undefined],
		['2025-02-29T00:00:00Z', undefined],
		['2026-13-01', undefined],
		['2026-04-18T25:00:00Z', undefined],
		['2026-04-18T09:30:00+99:00', undefined],
		['0000-01-01T00:00:00+02:00', undefined],
		['yesterday', undefined],
		['', undefined],
	])('reads %j as %j', (text, instant) => {
		expect(parseDate(text, 'day-month')).toBe(instant);
	});

	test.each([
		['4/5/2026', '2026-05-04T00:00:00Z', '2026-04-05T00:00:00Z'],
		['4.5.2026', '2026-05-04T00:00:00Z', '2026-05-04T00:00:00Z'],
		['4/18/2026', '2026-04-18T00:00:00Z', '2026-04-18T00:00:00Z'],
	])('reads %s with the day or the month first', (text, day, month) => {
		expect([parseDate(text, 'day-month'), parseDate(text, 'month-day')]).toEqual([day, month]);
	});
});
