import { describe, expect, test } from 'vitest';
import { Random } from './random.ts';

const draw = (seed: number, stream = 'test', count = 20) => {
	const random = new Random(seed, stream);
	return Array.from({ length: count }, () => random.fraction());
};

describe('Random', () => {
	test('repeats its numbers for the same seed and stream', () => {
		expect(draw(1)).toEqual(draw(1));
	});

	test('gives other numbers for another seed or another stream', () => {
		expect(draw(2)).not.toEqual(draw(1));
		expect(draw(1, 'other')).not.toEqual(draw(1));
	});

	test('uses the bits of a seed above the 32nd', () => {
		expect(draw(1 + 2 ** 32)).not.toEqual(draw(1));
		expect(draw(Number.MAX_SAFE_INTEGER)).not.toEqual(draw(Number.MAX_SAFE_INTEGER - 2 ** 52));
	});

	test('spreads fractions evenly from 0 up to 1', () => {
		const fractions = draw(1, 'test', 100_000);
		const tenths = Array.from({ length: 10 }, () => 0);
		for (const fraction of fractions) tenths[Math.floor(fraction * 10)]! += 1;
		expect(tenths.length).toBe(10);
		expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0);
		for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(500);
	});

	test('draws every whole number from a range, including both ends', () => {
		const random = new Random(1, 'test');
		const seen = new Set(Array.from({ length: 200 }, () => random.between(-1, 3)));
		expect([...seen].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2, 3]);
	});

	test('draws normal numbers with mean 0 and deviation 1', () => {
		const random = new Random(1, 'test');
		const numbers = Array.from({ length: 50_000 }, () => random.normal());
		const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
		const variance = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length;
		expect(mean).toBeCloseTo(0, 1);
		expect(variance).toBeCloseTo(1, 1);
	});
});
