import { batchesOf } from '../batches.ts';
import type { NumberedRecord } from './record-numbers.ts';

/** How much text to give Pagefind at once, in characters. Its process needs about 150 bytes of memory per character. */
const BATCH = 3_000_000;
/** The number of characters added to each record's length, for the memory that the record needs besides its text. */
const OVERHEAD = 500;

/** Divides records into batches that fit into memory. A number represents a record that Pagefind need not read. */
export function textBatches<T extends NumberedRecord | number>(records: Iterable<T>): Generator<T[]> {
	return batchesOf(records, BATCH, (record) => (typeof record === 'number' ? 0 : record.content.length + OVERHEAD));
}
