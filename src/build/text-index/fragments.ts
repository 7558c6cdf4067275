/** The fragments of a text index. A fragment is the file with the text of one record. */
import { hash } from 'node:crypto';
import type { TextRecord } from '../../website/directory/text-record.ts';
import type { IndexFiles } from './index-files.ts';
import { fragmentPath, type Page, unpack } from './pagefind-files.ts';
import type { NumberedRecord } from './record-numbers.ts';

/** Returns the name of a record's fragment. Changed content gets a new name, because browsers cache fragments. */
export function fragmentName({ number, ...record }: NumberedRecord): string {
	return `en_${number.toString(36)}_${hash('sha256', JSON.stringify(record)).slice(0, 8)}`;
}

/** Reads the records with the given page numbers from their fragments. */
export function* oldRecords(
	files: Pick<IndexFiles, 'read'>,
	pages: readonly Page[],
	numbers: Iterable<number>,
): Generator<NumberedRecord> {
	for (const number of numbers) {
		const record: TextRecord = JSON.parse(unpack(files.read(fragmentPath(pages[number]![0]))).toString());
		yield { ...record, number };
	}
}
