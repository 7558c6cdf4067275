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
import { filledTerms } from '../terms/fill-terms.ts';
import { changesTerms, PAY_COLUMNS } from '../terms/given-terms.ts';
import { givenBefore, givenInFile } from './given-pay.ts';
import type { RawRecord, SourceRecord } from './source.ts';
import type { PastEdit } from './stored.ts';

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
	readonly has: (field: string) => boolean;
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
	let taken = 0;
	const fields = Object.keys(theirs).filter((field) => field !== KEY[kind] && !DERIVED.includes(field));
	const isOwnPay = kind === 'programs' && PAY_COLUMNS.some((field) => isChangedByUser(field, versions));
	for (const field of fields) {
		const decision = decide(field, versions);
		const value: unknown = theirs[field as never];
		const isPay = (PAY_COLUMNS as readonly string[]).includes(field);
		if (decision === 'conflict' || (decision === 'take' && isPay && isOwnPay)) {
			conflicts.push({ field, ours: ours[field as never], theirs: value });
		} else if (decision === 'take') {
			taken++;
			merged[field] = value;
			if (merged.commission_evidence) merged.commission_evidence = without(field, merged.commission_evidence);
		}
	}
	return { merged: merged as unknown as RecordOf<K>, taken, conflicts };
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

/** A user can also have changed a field that the source does not have. */
function isChangedByUser<K extends Kind>(field: string, versions: Versions<K>): boolean {
	if (versions.has(field)) return ['keep', 'conflict'].includes(decide(field, versions));
	return (versions.ours as unknown as Program).commission_evidence?.[field]?.by === 'editor';
}

/** Removes the evidence of a column: what the source gives now is no longer what an editor gave. */
function without(column: string, evidence: object): object {
	return Object.fromEntries(Object.entries(evidence).filter(([other]) => other !== column));
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
	const edits = () => editsOf(kind, keyOf(kind, before!));
	// A field that a source did not have at its last import counts as empty then.
	const all = saidBefore && {
		...Object.fromEntries(Object.keys(raw).map((field) => [field, undefined])),
		...saidBefore,
	};
	const isProgram = kind === 'programs' && before !== undefined;
	const { ours, said, isReadAnew } = isProgram
		? givenBefore(before as Program, all, raw, edits)
		: { ours: before, said: all, isReadAnew: false };
	const described = describe(kind, ours ?? initial, raw, before, now);
	if ('problems' in described) return described;
	const { record: theirs, warnings } = described;
	if (before === undefined || ours === undefined) {
		return { record: withReadValues(kind, theirs), theirs, conflicts: [], warnings };
	}

	const base = said && describe(kind, ours, said, before, now);
	const { merged, taken, conflicts } = mergeRecord(kind, {
		ours,
		theirs,
		// A statement of an earlier version of the application can break the rules of this one.
		base: base && 'record' in base ? base.record : undefined,
		edits,
		has: (field) => field in raw,
	});
	const checkedAt = raw.checked_at == null ? null : (theirs as Program).checked_at;
	const record = taken > 0 || isReadAnew ? withCheck(withReadValues(kind, merged), before, checkedAt) : before;
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
	const dated = withDatesInOrder(parsed.record, raw);
	const record = kind === 'programs' ? givenInFile(dated as Program, raw, before as Program | undefined) : dated;
	return { record, warnings: datesOutOfOrder(parsed.record, raw) };
}

/** Fills what a program pays from its words. */
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
function datesOutOfOrder(record: RecordOf<Kind>, raw: RawRecord): Violation[] {
	if (raw.created_at === undefined || withDatesInOrder(record, raw) === record) return [];
	const rule = 'no later than updated_at';
	const fix = 'correct one of the two dates, because only updated_at is used';
	return [{ column: 'created_at', value: raw.created_at, rule, fix }];
}

export function isSameRecord(a: RecordOf<Kind>, b: RecordOf<Kind>): boolean {
	return changedColumns(b, a).length === 0;
}
