/** Merges what a source says about a record with the stored record, field by field: a three-way merge. */
import type { Program } from '../../catalog/program.ts';
import {
	changedColumns,
	isChange,
	isSameValue,
	KEY,
	type Kind,
	keyOf,
	parseRecord,
	type RecordOf,
	type Violation,
} from '../../catalog/records.ts';
import type { Edit } from '../changes/read-changes.ts';
import { filledTerms, READ_COLUMNS } from '../terms/fill-terms.ts';
import type { RawRecord, SourceRecord } from './source.ts';

/** An edit of a record, and whether an import made it. */
export type PastEdit = Pick<Edit, 'change' | 'before' | 'after'> & { readonly isImport: boolean };

/** A field that the source and a user have both changed. */
export interface FieldConflict {
	readonly field: string;
	readonly ours: unknown;
	readonly theirs: unknown;
}

export interface Versions<K extends Kind> {
	/** The stored record. */
	readonly ours: RecordOf<K>;
	/** The record as the source describes it now. */
	readonly theirs: RecordOf<K>;
	/** The record as the source described it at its last import. Undefined if it did not describe it then. */
	readonly base: RecordOf<K> | undefined;
	/** The edits of the record, latest first. */
	readonly edits: () => readonly PastEdit[];
}

/** The fields that are not merged: they follow from the other fields. */
const DERIVED: readonly string[] = ['updated_at'];

/**
 * Takes the fields that the source has changed since its last import. If a user has changed such a field too, it keeps
 * the user's value, and is returned as a conflict. If the source describes the record for the first time, a field is
 * taken unless the record had this value earlier, or a user has set the present value.
 */
function mergeRecord<K extends Kind>(kind: K, { ours, theirs, base, edits }: Versions<K>) {
	const merged: { [field: string]: unknown } = { ...ours };
	const conflicts: FieldConflict[] = [];
	for (const [field, value] of Object.entries(theirs)) {
		const own: unknown = ours[field as never];
		if (field === KEY[kind] || DERIVED.includes(field) || isSameValue(value, own)) continue;
		if (base === undefined) {
			const past = edits().filter(({ before }) => before !== undefined && field in before);
			if (past.some(({ before }) => isSameValue(before![field], value))) continue;
			if (past[0] !== undefined && !past[0].isImport) conflicts.push({ field, ours: own, theirs: value });
			else merged[field] = value;
			continue;
		}
		const earlier: unknown = base[field as never];
		if (isSameValue(value, earlier)) continue;
		if (isSameValue(own, earlier)) merged[field] = value;
		else conflicts.push({ field, ours: own, theirs: value });
	}
	return { merged: merged as unknown as RecordOf<K>, conflicts };
}

/** What is known about the record of a source. */
export interface Known {
	/** The stored record, if there is one. */
	readonly before: RecordOf<Kind> | undefined;
	/** What the source said about it at its last import. */
	readonly saidBefore: RawRecord | undefined;
	readonly editsOf: (kind: Kind, key: string) => readonly PastEdit[];
	readonly now: string;
}

export interface MergedSource {
	/** The record to store, but with its earlier `updated_at`: see `withUpdate`. */
	readonly record: RecordOf<Kind>;
	/** The record as the source describes it. */
	readonly theirs: RecordOf<Kind>;
	readonly conflicts: readonly FieldConflict[];
	readonly warnings: readonly Violation[];
}

/** Makes the record that is stored after an import. For a stored record, merges what the source says with it. */
export function mergeSource(
	kind: Kind,
	{ raw, initial }: SourceRecord,
	{ before, saidBefore, editsOf, now }: Known,
): MergedSource | { readonly problems: readonly Violation[] } {
	const said = saidBefore === undefined ? undefined : { ...withoutValues(raw), ...saidBefore };
	const others = before && said ? withoutReadWords(kind, before, raw) : (before ?? initial);
	const described = describe(kind, others, raw, before, now);
	if ('problems' in described) return described;
	const { record: theirs, warnings } = described;
	if (before === undefined) return { record: theirs, theirs, conflicts: [], warnings };

	const base = said && describe(kind, others, said, before, now);
	const { merged, conflicts } = mergeRecord(kind, {
		ours: before,
		theirs,
		// A statement of an earlier version of the application can break the rules of this one.
		base: base && 'record' in base ? base.record : undefined,
		edits: () => editsOf(kind, keyOf(kind, before)),
	});
	if (isSameRecord(merged, before)) return { record: before, theirs, conflicts, warnings };
	return { record: merged, theirs, conflicts, warnings };
}

/** Makes a record from the fields that a source gives, and from `others` for all other fields. */
function describe(
	kind: Kind,
	others: object | undefined,
	raw: RawRecord,
	before: RecordOf<Kind> | undefined,
	now: string,
) {
	const created = before && 'created_at' in before ? before.created_at : now;
	const merged = { ...others, ...raw };
	if (before && 'updated_at' in before && raw.updated_at === undefined) {
		Object.assign(merged, { updated_at: before.updated_at });
	}
	const parsed = parseRecord(kind, merged, created);
	if ('problems' in parsed) return parsed;
	const record = withDatesInOrder(parsed.record, raw);
	return {
		record: kind === 'programs' ? filledTerms(record as Program) : record,
		warnings: datesOutOfOrder(parsed.record, raw),
	};
}

/** A field that a source did not have at its last import counts as empty then. */
function withoutValues(raw: RawRecord): RawRecord {
	return Object.fromEntries(Object.keys(raw).map((field) => [field, undefined]));
}

/**
 * If a source gives the words of a commission, empties the columns that are read from words and that the source does not
 * have itself, so that they are read again from the source's words.
 */
function withoutReadWords(kind: Kind, before: RecordOf<Kind>, raw: RawRecord): object {
	if (kind !== 'programs' || !('commission_text' in raw)) return before;
	const kept = Object.entries(before).filter(([field]) => field in raw || !READ_COLUMNS.includes(field));
	return Object.fromEntries(kept);
}

/**
 * Sets the time of the last change. If a record changes more than its bookkeeping, this is the time that the source gives,
 * if it is later than the earlier one, or `now`. A source never sets the time back.
 */
export function withUpdate(
	record: RecordOf<Kind>,
	before: RecordOf<Kind>,
	theirs: RecordOf<Kind>,
	now: string,
): RecordOf<Kind> {
	if (!('updated_at' in record && 'updated_at' in before && 'updated_at' in theirs)) return record;
	const given = theirs.updated_at > before.updated_at ? theirs.updated_at : now;
	const updated = isChange(changedColumns(before, record)) ? given : before.updated_at;
	return { ...record, updated_at: record.created_at > updated ? record.created_at : updated };
}

/**
 * Corrects a creation date that is later than the last change. The record must have existed when it was changed, so the
 * date of the change is used as both dates.
 */
function withDatesInOrder(record: RecordOf<Kind>, raw: RawRecord): RecordOf<Kind> {
	if (!('updated_at' in record) || raw.updated_at === undefined || record.created_at <= record.updated_at)
		return record;
	return { ...record, created_at: record.updated_at };
}

/** Returns a warning if a source has both dates, but in the wrong order. */
function datesOutOfOrder(record: RecordOf<Kind>, raw: RawRecord): Violation[] {
	if (raw.created_at === undefined || withDatesInOrder(record, raw) === record) return [];
	const rule = 'no later than updated_at';
	const fix = 'correct one of the two dates, because only updated_at is used';
	return [{ column: 'created_at', value: raw.created_at, rule, fix }];
}

export function isSameRecord(a: RecordOf<Kind>, b: RecordOf<Kind>): boolean {
	return changedColumns(b, a).length === 0;
}
