import { describe, expect, test } from 'vitest';
import { Random } from './random.ts';
import { weighted, weightedIndex, zipf } from './weighted.ts';

const DRAWS = 100_000;

function shares(weights: ArrayLike<number>): number[] {
	const random = new Random(1, 'test');
	const draw = weightedIndex(weights);
	const counts = Array.from(weights, () => 0);
	for (let drawn = 0; drawn < DRAWS; drawn++) counts[draw(random)]! += 1;
	return counts.map((count) => count / DRAWS);
}

describe('weightedIndex', () => {
	test('draws in proportion to the weights', () => {
		const [first, second, third, fourth] = shares([1, 2, 3, 4]);
		expect(first).toBeCloseTo(0.1, 2);
		expect(second).toBeCloseTo(0.2, 2);
		expect(third).toBeCloseTo(0.3, 2);
		expect(fourth).toBeCloseTo(0.4, 2);
	});

	test('never draws an index with weight 0', () => {
		expect(shares([0, 1, 0])).toEqual([0, 1, 0]);
	});

	test('draws the only index', () => {
		expect(shares([0.3])).toEqual([1]);
	});

	test("follows Zipf's law when its weights do", () => {
		const drawn = shares(zipf(1000, 1));
		expect(drawn[0]! / drawn[1]!).toBeCloseTo(2, 0);
		expect(drawn[0]! / drawn[9]!).toBeCloseTo(10, -1);
	});
});

describe('weighted', () => {
	test('gives every value of a group the weight of the group', () => {
		const random = new Random(1, 'test');
		const draw = weighted([
			[3, ['a', 'b']],
			[1, ['c']],
		]);
		const drawn = Array.from({ length: DRAWS }, () => draw(random));
		const share = (value: string) => drawn.filter((one) => one === value).length / DRAWS;
		expect(share('a')).toBeCloseTo(3 / 7, 2);
		expect(share('b')).toBeCloseTo(3 / 7, 2);
		expect(share('c')).toBeCloseTo(1 / 7, 2);
	});
});
