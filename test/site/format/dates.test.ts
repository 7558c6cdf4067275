import { describe, expect, test } from 'vitest';
import { dayOf, monthOf } from '../../../src/site/format/dates.ts';

describe('dayOf', () => {
	test('a timestamp is a day in UTC', () => {
		expect(dayOf('2026-04-18T23:59:59Z')).toBe('18 April 2026');
	});
});

describe('monthOf', () => {
	test.each(['2026-04-18T23:59:59Z', '2026-04'])('%s is in a month', (timestamp) => {
		expect(monthOf(timestamp)).toBe('April 2026');
	});
});
