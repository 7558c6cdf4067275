/**
 * Divides items into groups, without changing their order.
 *
 * @param most the maximum weight of a group. An item that weighs more forms a group of its own.
 * @param weightOf returns the weight of an item. By default, each item weighs 1.
 */
export function* batchesOf<T>(
	items: Iterable<T>,
	most: number,
	weightOf: (item: T) => number = () => 1,
): Generator<T[]> {
	let batch: T[] = [];
	let weight = 0;
	for (const item of items) {
		const own = weightOf(item);
		if (batch.length > 0 && weight + own > most) {
			yield batch;
			batch = [];
			weight = 0;
		}
		batch.push(item);
		weight += own;
	}
	if (batch.length > 0) yield batch;
}
