import { batchesOf } from '../batches.ts';
import type { NumberedRecord } from './record-numbers.ts';

/** How much text to give Pagefind at once, in characters. Its process needs about 150 bytes of memory per character. */
const BATCH = 3_000_000;
/** The number of characters to add to the length of each record, for the memory that it takes besides its text. */
const OVERHEAD = 500;

/** Divides records into batches that fit into memory. A record that Pagefind does not need is only a number. */
export function textBatches<T extends NumberedRecord | number>(records: Iterable<T>): Generator<T[]> {
	return batchesOf(records, BATCH, (record) => (typeof record === 'number' ? 0 : record.content.length + OVERHEAD));
}
