/** A new pack takes in older ones until the next has more than this many times as many rows. */
const RATIO = 3;

/**
 * How many of a release's packs, newest first, a new pack takes in. So their number grows only with the logarithm of the
 * number of rows, and a row is written a few times at most, however many releases are built.
 *
 * @param rows the number of rows of the new pack
 * @param older those of each older pack, newest first
 */
export function mergedPacks(rows: number, older: readonly number[]): number {
	let merged = 0;
	let sum = rows;
	while (merged < older.length && older[merged]! <= sum * RATIO) sum += older[merged++]!;
	return merged;
}
