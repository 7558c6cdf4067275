/** Finds the records that are not in the old text index. */
import type { TextSource } from '../../website/directory/text-record.ts';
import { fragmentName } from './fragments.ts';
import { GAP, type OldIndex } from './old-index.ts';
import type { NumberedRecord, RecordNumbers } from './record-numbers.ts';

/** A new or changed record, or the number of a record that is the same in the old index. */
export type RecordOrKept = NumberedRecord | number;

/**
 * Compares records with those of the old index. Yields each new or changed record, and the number of each unchanged
 * record.
 *
 * @param mayDiffer returns whether a program's record may differ from the one in the old index
 */
export function* changedRecords(
	sources: readonly TextSource[],
	numbers: RecordNumbers,
	old: OldIndex,
	mayDiffer: (program: string) => boolean,
): Generator<RecordOrKept> {
	const hasSameNumbers = old.firstProgram === numbers.firstProgram;
	for (const source of sources) {
		const { program } = source;
		const number = numbers.of(source);
		const name = old.pages[number]?.[0] ?? GAP;
		if (name !== GAP && hasSameNumbers && program !== undefined && !mayDiffer(program.slug)) {
			yield number;
			continue;
		}
		const record = { ...source.record(), number };
		yield name !== GAP && name === fragmentName(record) ? number : record;
	}
}
