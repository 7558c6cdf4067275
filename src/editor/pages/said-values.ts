import type Database from 'better-sqlite3';
import { toSlug } from '../../catalog/fields.ts';
import { isSameValue, type Kind, type RecordOf } from '../../catalog/records.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import { statementsAbout } from '../../snapshot/sources.ts';
import type { SaidValue } from './record-form.ts';

/** Returns what each source said about the fields of a record at its last import, without empty values. */
export function saidValues(
	db: Database.Database,
	kind: Kind,
	key: string,
	record: RecordOf<Kind>,
): ReadonlyMap<string, readonly SaidValue[]> {
	const all = statementsAbout(db, kind, key).flatMap(({ source, said }) =>
		Object.entries(said).flatMap(([field, value]) => {
			if (cellOf(value) === '') return [];
			const differs = !isSameValue(value, record[field as never]);
			return [{ field, source: nameOf(source, record), value, differs }];
		}),
	);
	return Map.groupBy(all, ({ field }) => field);
}

/** Writes the name of a source as the record does: `OpenAffiliate` for `openaffiliate`. */
function nameOf(source: string, record: RecordOf<Kind>): string {
	const name = 'source_name' in record ? record.source_name : null;
	return name !== null && toSlug(name) === toSlug(source) ? name : source;
}
