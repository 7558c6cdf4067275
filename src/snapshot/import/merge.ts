/** Merges what a source says about a record with the stored record, field by field: a three-way merge. */
import type { Program } from '../../catalog/program.ts';
import {
	changedColumns,
	isChange,
	isSameValue,
	KEY,
	type Kind,
	keyOf,
	type Problem,
	parseRecord,
	type RecordOf,
} from '../../catalog/records.ts';
import type { Edit } from '../changes/read-changes.ts';
import { filledTerms } from '../terms/fill-terms.ts';
import { changesTerms, givenTerms, PAY_COLUMNS } from '../terms/given-terms.ts';
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
const DERIVED: readonly string[] = ['updated_at', 'commission_evidence'];

/**
 * Takes the fields that the source has changed since its last import. If a user has changed such a field too, it keeps
 * the user's value, and is returned as a conflict. If the source describes the record for the first time, a field is
 * taken unless the record had this value earlier, or a user has set the present value.
 *
 * What a program pays is one statement, in words and in figures: if a user has changed a part of it, no part is taken.
 */
function mergeRecord<K extends Kind>(kind: K, versions: Versions<K>) {
	const { ours, theirs } = versions;
	const merged: { [field: string]: unknown } = { ...ours };
	const conflicts: FieldConflict[] = [];
	const fields = Object.keys(theirs).filter((field) => field !== KEY[kind] && !DERIVED.includes(field));
	const isOwnPay = kind === 'programs' && PAY_COLUMNS.some((field) => isChangedByUser(decide(field, versions)));
	for (const field of fields) {
		const decision = decide(field, versions);
		const value: unknown = theirs[field as never];
		const isPay = kind === 'programs' && (PAY_COLUMNS as readonly string[]).includes(field);
		if (decision === 'conflict' || (decision === 'take' && isPay && isOwnPay)) {
			conflicts.push({ field, ours: ours[field as never], theirs: value });
		} else if (decision === 'take') {
			merged[field] = value;
			if (isPay)
				merged.commission_evidence = withoutEntry(merged.commission_evidence as Program['commission_evidence'], field);
		}
	}
	return { merged: merged as unknown as RecordOf<K>, conflicts };
}

/** `keep`: a user has changed it, and the source has not. `same`: nothing is to be done. */
function decide<K extends Kind>(field: string, { ours, theirs, base, edits }: Versions<K>) {
	const [own, value]: unknown[] = [ours[field as never], theirs[field as never]];
	if (base === undefined) {
		if (isSameValue(value, own)) return 'same';
		const past = edits().filter(({ before }) => before !== undefined && field in before);
		if (past.some(({ before }) => isSameValue(before![field], value))) return 'same';
		return past[0] !== undefined && !past[0].isImport ? 'conflict' : 'take';
	}
	const earlier: unknown = base[field as never];
	if (isSameValue(value, own)) return 'same';
	if (isSameValue(own, earlier)) return 'take';
	return isSameValue(value, earlier) ? 'keep' : 'conflict';
}

const isChangedByUser = (decision: ReturnType<typeof decide>) => decision === 'keep' || decision === 'conflict';

/** What the source gives now is no longer what an editor gave. */
function withoutEntry(evidence: Program['commission_evidence'], field: string): Program['commission_evidence'] {
	return evidence && Object.fromEntries(Object.entries(evidence).filter(([column]) => column !== field));
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
	readonly warnings: readonly Problem[];
}

/** Makes the record that is stored after an import. For a stored record, merges what the source says with it. */
export function mergeSource(
	kind: Kind,
	{ raw, initial }: SourceRecord,
	{ before, saidBefore, editsOf, now }: Known,
): MergedSource | { readonly problems: readonly Problem[] } {
	const said = saidBefore === undefined ? undefined : { ...withoutValues(raw), ...saidBefore };
	const ours = before && givenValues(kind, before);
	const described = describe(kind, ours ?? initial, raw, before, now);
	if ('problems' in described) return described;
	const { record: theirs, warnings } = described;
	if (before === undefined || ours === undefined) {
		return { record: withReadValues(kind, theirs), theirs, conflicts: [], warnings };
	}

	const base = said && describe(kind, ours, said, before, now);
	const { merged, conflicts } = mergeRecord(kind, {
		ours,
		theirs,
		// A statement of an earlier version of the application can break the rules of this one.
		base: base && 'record' in base ? base.record : undefined,
		edits: () => editsOf(kind, keyOf(kind, before)),
	});
	const checkedAt = raw.checked_at == null ? null : (theirs as Program).checked_at;
	const record = withCheck(withReadValues(kind, merged), before, checkedAt);
	return { record: isSameRecord(record, before) ? before : record, theirs, conflicts, warnings };
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
	const record = givenValues(kind, withDatesInOrder(parsed.record, raw));
	return { record, warnings: datesOutOfOrder(parsed.record, raw) };
}

/** A field that a source did not have at its last import counts as empty then. */
function withoutValues(raw: RawRecord): RawRecord {
	return Object.fromEntries(Object.keys(raw).map((field) => [field, undefined]));
}

/** Returns a record without the values that were read from its words. They are read again after a merge. */
function givenValues(kind: Kind, record: RecordOf<Kind>): RecordOf<Kind> {
	return kind === 'programs' ? givenTerms(record as Program) : record;
}

function withReadValues(kind: Kind, record: RecordOf<Kind>): RecordOf<Kind> {
	return kind === 'programs' ? filledTerms(record as Program) : record;
}

/** No editor has seen terms that an import changes, so only a check that the source states counts. */
function withCheck(record: RecordOf<Kind>, before: RecordOf<Kind>, checked_at: string | null): RecordOf<Kind> {
	if (!('checked_at' in record) || !changesTerms(before as Program, { ...record })) return record;
	return { ...record, checked_at };
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
function datesOutOfOrder(record: RecordOf<Kind>, raw: RawRecord): Problem[] {
	if (raw.created_at === undefined || withDatesInOrder(record, raw) === record) return [];
	const rule = 'no later than updated_at';
	const fix = 'correct one of the two dates, because only updated_at is used';
	return [{ column: 'created_at', value: raw.created_at, rule, fix }];
}

export function isSameRecord(a: RecordOf<Kind>, b: RecordOf<Kind>): boolean {
	return changedColumns(b, a).length === 0;
}
