import { COLUMNS, type Kind, type RecordOf } from '../catalog/records.ts';
import type { RecordKey } from './removals.ts';

/** Returns the records that a record refers to. */
export function targetsOf(kind: Kind, record: RecordOf<Kind>): RecordKey[] {
	return Object.entries(COLUMNS[kind]).flatMap(([column, { refersTo }]) =>
		refersTo === undefined
			? []
			: [record[column as never] as string | string[]].flat().map((key) => ({ kind: refersTo, key })),
	);
}
