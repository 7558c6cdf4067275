/** A new pack takes in older ones until the next is more than this many times as large. */
const RATIO = 3;

/**
 * How many of a release's packs, newest first, a new pack takes in. So their number grows only with the logarithm of
 * their size, and a row is written a few times at most, however many releases are built.
 *
 * @param size the size of the new pack, in rows or bytes
 * @param older the size of each older pack, newest first
 */
export function mergedPacks(size: number, older: readonly number[]): number {
	let merged = 0;
	let sum = size;
	while (merged < older.length && older[merged]! <= sum * RATIO) sum += older[merged++]!;
	return merged;
}
