import { describe, expect, test } from 'vitest';
import { dayOf, monthOf } from '../../../src/website/format/dates.ts';

describe('dayOf', () => {
	test('returns the day of a timestamp in UTC', () => {
		expect(dayOf('2026-04-18T23:59:59Z')).toBe('18 April 2026');
	});
});

describe('monthOf', () => {
	test.each(['2026-04-18T23:59:59Z', '2026-04'])('returns the month of %s', (timestamp) => {
		expect(monthOf(timestamp)).toBe('April 2026');
	});
});
