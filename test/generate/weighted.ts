import type { Random } from './random.ts';

/**
 * Makes a function that draws indexes in proportion to their weights. Each draw takes constant time. This is Walker's
 * alias method in Vose's version. Each index has a column, and all columns have the same height. If an index fills only
 * a part of its column, one other index fills the rest.
 *
 * @param weights numbers that are not negative. At least one must be above 0.
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
		// Because of rounding, a column that is not full can end up without another index to fill the rest. Such a column
		// is its own filler, so both branches return the same index.
		return at - column < (height[column] as number) ? column : (filler[column] as number);
	};
}

/**
 * Makes a function that draws values. Every value in a group has the weight of the group:
 * `weighted([[3, ['a', 'b']], [1, ['c']]])`.
 */
export function weighted<T>(
	groups: readonly (readonly [weight: number, values: readonly T[]])[],
): (random: Random) => T {
	const values = groups.flatMap(([, members]) => members);
	const draw = weightedIndex(groups.flatMap(([weight, members]) => members.map(() => weight)));
	return (random) => values[draw(random)] as T;
}

/**
 * Returns `size` weights by Zipf's law. The nth weight is 1 / (n + offset)^exponent.
 *
 * @param offset flattens the top: the larger the offset, the less the first few weights stand out
 */
export function zipf(size: number, exponent: number, offset = 0): Float64Array {
	return Float64Array.from({ length: size }, (_, index) => 1 / (index + 1 + offset) ** exponent);
}
