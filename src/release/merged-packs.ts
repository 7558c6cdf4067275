/**
 * Older packs are merged into a new pack until the next older pack is more than this many times as large as the packs
 * merged so far.
 */
const RATIO = 3;

/**
 * Returns how many older packs to merge into a new pack, starting with the newest. As a result, even after many builds,
 * a release has only a few packs (their number grows with the logarithm of their size), and each row has been rewritten
 * only a few times.
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
