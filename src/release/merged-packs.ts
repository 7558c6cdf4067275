/**
 * An older pack is merged into a new pack if it is at most this many times as large as the new pack and the packs
 * merged before it, taken together.
 */
const RATIO = 3;

/**
 * Returns how many older packs to merge into a new pack, starting with the newest. Even after many builds, a release
 * then has only a few packs, because their number grows with the logarithm of their total size. Each row is rewritten
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
