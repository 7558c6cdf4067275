import { describe, expect, test } from 'vitest';
import {
	COMMISSION_RATE,
	COOKIE_DAYS,
	medianOf,
	valueInWords,
	valuesOf,
} from '../../../src/website/statistics/measures.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

const PROGRAMS = [
	{ commission_rate: 20, cookie_days: 0 },
	{ commission_rate: null, cookie_days: 0 },
	{ commission_rate: 0, cookie_days: 60 },
	{ commission_rate: 30, cookie_days: null },
	{ commission_rate: 60, commission_qualifier: 'up_to' as const, cookie_days: null },
	{ offers: CONTRADICTION, cookie_days: null },
].map((fields) => publishedProgram(fields));

describe('A measure', () => {
	test('includes 0, but not unknown values, maximums or contradictory terms', () => {
		expect(valuesOf(COMMISSION_RATE, PROGRAMS)).toEqual([20, 0, 30]);
	});

	test('has a median with its unit, if there are values', () => {
		expect(medianOf(COMMISSION_RATE, PROGRAMS)).toMatchObject({ quantity: { figure: '20', unit: '%' } });
		expect(medianOf(COOKIE_DAYS, PROGRAMS)).toMatchObject({ quantity: { figure: 'session', unit: 'only' } });
		expect(medianOf(COMMISSION_RATE, [])).toBeNull();
	});

	test('has no median if it would be 0 and most programs publish nothing', () => {
		const [zero, unknown] = [0, null].map((commission_rate) => publishedProgram({ commission_rate }));
		expect(medianOf(COMMISSION_RATE, [zero!, unknown!, unknown!])).toBeNull();
		expect(medianOf(COMMISSION_RATE, [zero!, unknown!])).toEqual({ quantity: { figure: '0', unit: '%' }, programs: 1 });
	});

	test('has ascending ranges from 0', () => {
		for (const { ranges } of [COMMISSION_RATE, COOKIE_DAYS]) {
			const starts = ranges.map(({ from }) => from);
			expect(starts[0]).toBe(0);
			expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
		}
	});

	test('formats its values', () => {
		expect(valueInWords(COOKIE_DAYS, 0)).toBe('one session');
		expect(valueInWords(COOKIE_DAYS, 1)).toBe('1\u00a0day');
		expect(valueInWords(COMMISSION_RATE, 12.5)).toBe('12.5%');
	});
});
