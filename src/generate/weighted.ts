/** Draws in given proportions. */
import type { Random } from './random.ts';

/**
 * A draw of indexes in proportion to their weights, in constant time whatever their number: Walker's alias method as
 * Vose made it. Each index gets a column of equal height, filled up where it is too low by one other index.
 *
 * @param weights not negative, at least one of them above 0
 */
export function weightedIndex(weights: ArrayLike<number>): (random: Random) => number {
	const size = weights.length;
	let total = 0;
	for (let index = 0; index < size; index++) total += weights[index] as number;

	const height = Float64Array.from(weights, (weight) => (weight * size) / total);
	const filler = Uint32Array.from(height, (_, index) => index);
	const low: number[] = [];
	const high: number[] = [];
	for (let index = 0; index < size; index++) ((height[index] as number) < 1 ? low : high).push(index);
	while (low.length > 0 && high.length > 0) {
		const lower = low.pop() as number;
		const higher = high.pop() as number;
		filler[lower] = higher;
		height[higher] = (height[higher] as number) + (height[lower] as number) - 1;
		((height[higher] as number) < 1 ? low : high).push(higher);
	}

	return (random) => {
		const at = random.fraction() * size;
		const column = Math.floor(at);
		// A column left over by rounding is its own filler, so either branch is right.
		return at - column < (height[column] as number) ? column : (filler[column] as number);
	};
}

/** A draw of values, each in proportion to the weight of its group: `weighted([[3, ['a', 'b']], [1, ['c']]])`. */
export function weighted<T>(
	groups: readonly (readonly [weight: number, values: readonly T[]])[],
): (random: Random) => T {
	const values = groups.flatMap(([, members]) => members);
	const draw = weightedIndex(groups.flatMap(([weight, members]) => members.map(() => weight)));
	return (random) => values[draw(random)] as T;
}

/**
 * Weights after Zipf's law: the nth of `size` gets 1 / (n + offset)^exponent.
 *
 * @param offset flattens the top: the larger, the less the first few stand out
 */
export function zipf(size: number, exponent: number, offset = 0): Float64Array {
	return Float64Array.from({ length: size }, (_, index) => 1 / (index + 1 + offset) ** exponent);
}
