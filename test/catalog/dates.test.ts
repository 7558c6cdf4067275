import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTimestamp, parseDate, timestampAdvice } from '../../src/catalog/dates.ts';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';

const GENERAL = 'write it as 2026-04-18T09:30:00Z';

describe('timestampAdvice', () => {
	test.each([
		['31/12/2025', 'write 2025-12-31T00:00:00Z'],
		['03/04/2025', 'write 2025-04-03T00:00:00Z if the day comes first, 2025-03-04T00:00:00Z if the month does'],
		['31/12/25', 'write 2025-12-31T00:00:00Z'],
		['20251231', 'write 2025-12-31T00:00:00Z'],
		['31 December 2025', 'write 2025-12-31T00:00:00Z'],
		['Dec. 31, 2025', 'write 2025-12-31T00:00:00Z'],
		['April 1st, 2025', 'write 2025-04-01T00:00:00Z'],
		['2025-12-31 9:30', 'write 2025-12-31T09:30:00Z if that is UTC'],
		['1735603200', 'write 2024-12-31T00:00:00Z if it counts seconds since 1970'],
		['2025-02-30', 'correct the day: February 2025 has 28 days, not 30'],
		['31/04/2025', 'correct the day: April 2025 has 30 days, not 31'],
		['2025', GENERAL],
		['yesterday', GENERAL],
	])('for %j: %s', (text, advice) => {
		expect(timestampAdvice(text)).toBe(advice);
	});

	test('contains only instants that the catalogue accepts', () => {
		const part = fc.constantFrom(...'0123456789/-. :TZ+', 'Feb', ' 2025', '31', '/');
		const property = fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
			const named = timestampAdvice(parts.join('')).match(/\d{4}-\d\d-\S+/g) ?? [];
			return named.every(isTimestamp);
		});
		fc.assert(property, { numRuns: 2000 });
	});
});

describe('toTimestamp', () => {
	test('makes a valid timestamp for any instant, to the second', () => {
		expect(toTimestamp(new Date('2026-04-18T09:30:00.999Z'))).toBe('2026-04-18T09:30:00Z');
		const years = { min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
		fc.assert(fc.property(fc.date(years), (date) => isTimestamp(toTimestamp(date))));
	});
});

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
