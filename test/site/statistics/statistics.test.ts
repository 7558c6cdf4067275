import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { histogram, spreadOf } from '../../../src/site/statistics/statistics.ts';

describe('spreadOf', () => {
	test('the middle of no numbers is unknown', () => {
		expect(spreadOf([])).toBeNull();
	});

	test('of an odd number of numbers, the median is the one in the middle', () => {
		expect(spreadOf([30, 10, 20, 50, 40])).toEqual({
			count: 5,
			lower: 20,
			median: 30,
			upper: 40,
			mode: { value: 10, count: 1 },
		});
	});

	test('the median is always one of the numbers', () => {
		expect(spreadOf([10, 20, 30, 40])?.median).toBe(30);
	});

	test('the mode is the number that occurs most often', () => {
		expect(spreadOf([20, 30, 20, 10, 30, 20])?.mode).toEqual({ value: 20, count: 3 });
	});

	test('three quarters, half and a quarter of any numbers are the quartiles or more', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1 }), (numbers) => {
				const { lower, median, upper } = spreadOf(numbers)!;
				const share = (least: number) => numbers.filter((value) => value >= least).length / numbers.length;
				expect(share(lower)).toBeGreaterThanOrEqual(3 / 4);
				expect(share(median)).toBeGreaterThanOrEqual(1 / 2);
				expect(share(upper)).toBeGreaterThanOrEqual(1 / 4);
				// Of what lies above, it is no longer true.
				expect(numbers.filter((value) => value > median).length / numbers.length).toBeLessThan(1 / 2);
			}),
		);
	});
});

describe('histogram', () => {
	const RANGES = [{ from: 0 }, { from: 10 }, { from: 20 }];

	test('a range holds its first number and not the first of the next', () => {
		expect(histogram([0, 9.9, 10, 19, 20, 500], RANGES).map(({ count }) => count)).toEqual([2, 2, 2]);
	});

	test('every number is counted once, whatever it is', () => {
		fc.assert(
			fc.property(fc.array(fc.double({ noNaN: true })), (numbers) => {
				const counts = histogram(numbers, RANGES).map(({ count }) => count);
				expect(counts.reduce((sum, count) => sum + count)).toBe(numbers.length);
			}),
		);
	});
});
