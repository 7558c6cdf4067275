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
});
