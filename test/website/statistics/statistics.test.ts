import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { histogram, ratingDistribution, spreadOf } from '../../../src/website/statistics/statistics.ts';

describe('spreadOf', () => {
	test('is null if there are no numbers', () => {
		expect(spreadOf([])).toBeNull();
	});

	test('has the middle number as the median of an odd number of numbers', () => {
		expect(spreadOf([30, 10, 20, 50, 40])).toEqual({
			count: 5,
			lower: 20,
			median: 30,
			upper: 40,
			mode: { value: 10, count: 1 },
		});
	});

	test('has one of the numbers as the median', () => {
		expect(spreadOf([10, 20, 30, 40])?.median).toBe(30);
	});

	test('has the most frequent number as the mode', () => {
		expect(spreadOf([20, 30, 20, 10, 30, 20])?.mode).toEqual({ value: 20, count: 3 });
	});

	test('has quartiles that three quarters, half and a quarter of the numbers reach', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1 }), (numbers) => {
				const { lower, median, upper } = spreadOf(numbers)!;
				const share = (least: number) => numbers.filter((value) => value >= least).length / numbers.length;
				expect(share(lower)).toBeGreaterThanOrEqual(3 / 4);
				expect(share(median)).toBeGreaterThanOrEqual(1 / 2);
				expect(share(upper)).toBeGreaterThanOrEqual(1 / 4);
				// Fewer than half of the numbers are greater than the median.
				expect(numbers.filter((value) => value > median).length / numbers.length).toBeLessThan(1 / 2);
			}),
		);
	});
});

describe('histogram', () => {
	const RANGES = [{ from: 0 }, { from: 10 }, { from: 20 }];

	test('counts the first number of a range in it, not in the range before', () => {
		expect(histogram([0, 9.9, 10, 19, 20, 500], RANGES).map(({ count }) => count)).toEqual([2, 2, 2]);
	});

	test('counts every number once', () => {
		fc.assert(
			fc.property(fc.array(fc.double({ noNaN: true })), (numbers) => {
				const counts = histogram(numbers, RANGES).map(({ count }) => count);
				expect(counts.reduce((sum, count) => sum + count)).toBe(numbers.length);
			}),
		);
	});
});

describe('ratingDistribution', () => {
	test('half stars count towards the number below them', () => {
		const ratings = [5, 4.5, 4, 4, 1.5, 1, 1, 1];
		expect(ratingDistribution(ratings.map((rating) => ({ rating })))).toEqual([
			{ name: '5', count: 1, share: 12.5 },
			{ name: '4 to 4.5', count: 3, share: 37.5 },
			{ name: '3 to 3.5', count: 0, share: 0 },
			{ name: '2 to 2.5', count: 0, share: 0 },
			{ name: '1 to 1.5', count: 4, share: 50 },
		]);
	});

	test('without reviews, all shares are 0', () => {
		expect(ratingDistribution([]).map(({ share }) => share)).toEqual([0, 0, 0, 0, 0]);
	});
});
