/** Finds the differences between two snapshots, as edits. */
import type Database from 'better-sqlite3';
import { KINDS, type Kind, type RecordOf } from '../../catalog/records.ts';
import { compareSnapshots, type RecordChanges } from '../compare.ts';
import { withSnapshot } from '../open.ts';
import { recordFinder } from '../read.ts';
import { redirectFinder } from '../redirects.ts';
import { changedColumns } from './change-log.ts';
import { oddities } from './odd.ts';
import type { Edit } from './read-changes.ts';

/** A difference between two snapshots. */
export interface Difference extends Omit<Edit, 'change'> {
	/** What is odd about it. Usually nothing. */
	readonly odd: readonly string[];
}

/**
 * Returns the records that differ between two copies of snapshots: odd differences first, then by kind and
 * key.
 */
export function diffSnapshots(before: string, after: string): Difference[] {
	const changes = compareSnapshots(after, before);
	return withSnapshot(before, (old) =>
		withSnapshot(after, (now) => {
			return oddFirst(KINDS.flatMap((kind) => differences(old, now, kind, changes)));
		}),
	);
}

/** Puts odd differences before all others. */
export function oddFirst(found: readonly Difference[]): Difference[] {
	return [...found.filter(({ odd }) => odd.length > 0), ...found.filter(({ odd }) => odd.length === 0)];
}

function differences(old: Database.Database, now: Database.Database, kind: Kind, changes: RecordChanges): Difference[] {
	const [findOld, findNow] = [recordFinder(old), recordFinder(now)];
	const { added, changed, removed } = changes[kind];
	const findRedirect = redirectFinder(now);
	/** The former slugs of renamed records, by their new ones. */
	const former = new Map<string, string>();
	for (const key of removed) {
		const renamed = findRedirect(kind, key);
		if (typeof renamed !== 'string' || !added.has(renamed)) continue;
		// Others may have been merged into it. The record that was renamed usually has the same name.
		const isSame = nameOf(findOld(kind, key)) === nameOf(findNow(kind, renamed));
		if (isSame || !former.has(renamed)) former.set(renamed, key);
	}
	return [...added, ...changed, ...removed.difference(new Set(former.values()))]
		.sort()
		.flatMap((key) => differenceOf(kind, key, findOld(kind, former.get(key) ?? key), findNow(kind, key)));
}

/** Returns the difference between two states of a record. An empty list if they are the same. */
export function differenceOf(
	kind: Kind,
	key: string,
	before: RecordOf<Kind> | undefined,
	after: RecordOf<Kind> | undefined,
): Difference[] {
	const edit = { kind, key, ...valuesThatDiffer(before, after) };
	return edit.before === undefined && edit.after === undefined ? [] : [{ ...edit, odd: oddities(edit) }];
}

/** Returns the values of the columns that differ. Both are undefined if no value differs. */
export function valuesThatDiffer(before: RecordOf<Kind> | undefined, after: RecordOf<Kind> | undefined) {
	if (before === undefined || after === undefined) return { before: valuesOf(before), after: valuesOf(after) };
	const columns = changedColumns(before, after);
	if (columns.length === 0) return { before: undefined, after: undefined };
	const pick = (record: object) => Object.fromEntries(columns.map((column) => [column, record[column as never]]));
	return { before: pick(before), after: pick(after) };
}

const nameOf = (record: RecordOf<Kind> | undefined) => record && 'name' in record && record.name;

const valuesOf = (record: RecordOf<Kind> | undefined) => record && ({ ...record } as Edit['after']);
