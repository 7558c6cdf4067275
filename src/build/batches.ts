/** Groups items without changing their order. The last group may be smaller. */
export function* batchesOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
	let batch: T[] = [];
	for (const item of items) {
		batch.push(item);
		if (batch.length < size) continue;
		yield batch;
		batch = [];
	}
	if (batch.length > 0) yield batch;
}
