import type { PublishedReview } from '../../catalog/published.ts';

/**
 * Summarizes a set of numbers. Every quartile and mode is one of the numbers, so it is always a value that really
 * occurs.
 */

/** The quartiles of a set of numbers, and its most frequent number. */
export interface Spread {
	readonly count: number;
	/** Three quarters of the numbers are at least this. */
	readonly lower: number;
	/** Half of the numbers are at least this. */
	readonly median: number;
	/** A quarter of the numbers are at least this. */
	readonly upper: number;
	/** The most frequent number and how often it occurs. If several are equally frequent, it is the lowest of them. */
	readonly mode: { readonly value: number; readonly count: number };
}

/** A range of numbers. It starts at `from` and ends just before the start of the next range. */
export interface Range {
	readonly from: number;
}

/** Returns the quartiles and the mode of the numbers, or null if there are no numbers. */
export function spreadOf(numbers: readonly number[]): Spread | null {
	if (numbers.length === 0) return null;
	const sorted = [...numbers].sort((a, b) => a - b);
	return {
		count: sorted.length,
		lower: quantile(sorted, 1 / 4),
		median: quantile(sorted, 1 / 2),
		upper: quantile(sorted, 3 / 4),
		mode: modeOf(sorted),
	};
}

/** Returns the sorted number that comes after the given share of all numbers. */
function quantile(sorted: readonly number[], share: number): number {
	return sorted[Math.floor(sorted.length * share)] as number;
}

function modeOf(sorted: readonly number[]): Spread['mode'] {
	let mode = { value: sorted[0] as number, count: 0 };
	let start = 0;
	for (const [index, value] of sorted.entries()) {
		if (value !== sorted[start]) start = index;
		if (index - start + 1 > mode.count) mode = { value, count: index - start + 1 };
	}
	return mode;
}

/**
 * Counts the numbers in each range, lowest range first. Numbers below the first range are counted in the first range.
 */
export function histogram<R extends Range>(
	numbers: readonly number[],
	ranges: readonly R[],
): (R & { readonly count: number })[] {
	const counts = ranges.map(() => 0);
	for (const value of numbers) {
		const index = ranges.findLastIndex(({ from }) => from <= value);
		counts[Math.max(0, index)]! += 1;
	}
	return ranges.map((range, index) => ({ ...range, count: counts[index] as number }));
}

/** The number of reviews in a range of ratings. */
export interface RatingBand {
	readonly name: string;
	readonly count: number;
	/** The percentage of all reviews whose rating is in this range. */
	readonly share: number;
}

/** Counts the ratings of reviews in five bands, best first. A rating of 4.5 is counted in the band `4 to 4.5`. */
export function ratingDistribution(reviews: readonly Pick<PublishedReview, 'rating'>[]): RatingBand[] {
	const counts = [0, 0, 0, 0, 0, 0];
	for (const { rating } of reviews) counts[Math.floor(rating)]! += 1;
	return [5, 4, 3, 2, 1].map((stars) => ({
		name: stars === 5 ? '5' : `${stars} to ${stars}.5`,
		count: counts[stars]!,
		share: reviews.length === 0 ? 0 : (counts[stars]! / reviews.length) * 100,
	}));
}
