/** Checks a snapshot: copies it into a fresh schema, then checks the rules that the schema cannot express. */
import type Database from 'better-sqlite3';
import { byKind, KINDS, type Kind } from '../catalog/records.ts';
import { closing } from '../shared/sqlite.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import { allKeys, type SnapshotChanges, written } from './compare.ts';
import { copyIntoSchema } from './copy.ts';
import { records } from './read.ts';
import { checkRecord, inOrder, NOT_LATER, type RecordProblem } from './record-rules.ts';
import {
	brokenRedirects,
	brokenReferences,
	DISTINCT_NAME,
	duplicateNames,
	NOT_EARLIER,
	olderThanProgram,
} from './table-rules.ts';

export interface CheckReport {
	/** Problems that prevent publishing. */
	readonly errors: readonly RecordProblem[];
	/** Possible problems that do not prevent publishing. */
	readonly warnings: readonly RecordProblem[];
	readonly counts: { readonly [K in Kind]: number };
}

/** Checks the snapshot in a file. @param look called with a copy in which the columns for terms are not filled */
export function checkSnapshot(snapshot: string, look: (copy: Database.Database) => void = () => {}): CheckReport {
	const { db: copied, refused } = copyIntoSchema(snapshot);
	using db = closing(copied);
	look(db);
	return refused.length > 0 ? checkRest(db, refused) : checkCopy(db);
}

/** An earlier check that found no errors. */
interface Checked {
	readonly warnings: readonly RecordProblem[];
	/** The differences between the snapshot of the earlier check and the snapshot to check now. */
	readonly changes: SnapshotChanges;
}

/** Shows the progress of a check. `done` is a share from 0 to 1. `records` is the number of records checked so far. */
type Progress = (done: number, records?: number) => void;

/**
 * Checks a copy of a snapshot: see `copySnapshot`.
 *
 * @param checked an earlier check, so that only the records that differ are checked one by one. The report is the same
 */
export function checkCopy(db: Database.Database, checked?: Checked, progress: Progress = () => {}): CheckReport {
	const { errors, warnings, counts } = checkRecords(db, (kind) => checked && written(checked.changes[kind]), progress);
	const kept = checked === undefined ? [] : keptWarnings(checked);
	return {
		errors: inOrder([...errors, ...brokenReferences(db), ...brokenRedirects(db)]),
		warnings: inOrder([...warnings, ...kept, ...duplicateNames(db), ...olderThanProgram(db)]),
		counts,
	};
}

/**
 * Checks the records of a copy that lacks some rows. References to missing records are not checked, because these records
 * may be in the refused rows.
 *
 * @param refused what is wrong with the other rows
 */
export function checkRest(db: Database.Database, refused: readonly RecordProblem[]): CheckReport {
	const known = new Set(refused.map(({ kind, key }) => `${kind} ${key}`));
	const { errors, warnings, counts } = checkRecords(db, () => undefined);
	const others = errors.filter(({ kind, key }) => !known.has(`${kind} ${key}`));
	return { errors: inOrder([...refused, ...others]), warnings: inOrder(warnings), counts };
}

/** Checks records one by one. @param keysOf returns the slugs or IDs of those to check, or undefined for all */
function checkRecords(
	db: Database.Database,
	keysOf: (kind: Kind) => ReadonlySet<string> | undefined,
	progress: Progress = () => {},
): { readonly errors: RecordProblem[]; readonly warnings: RecordProblem[]; readonly counts: CheckReport['counts'] } {
	const counts = byKind((kind) => db.prepare<[], number>(`SELECT count(*) FROM ${kind}`).pluck().get()!);
	const total = KINDS.reduce((sum, kind) => sum + counts[kind], 0);
	const now = toTimestamp(new Date());
	const [errors, warnings]: [RecordProblem[], RecordProblem[]] = [[], []];
	let done = 0;
	for (const kind of KINDS) {
		for (const record of records(db, kind, keysOf(kind))) {
			if (++done % 10_000 === 0) progress(done / total, done);
			const found = checkRecord(kind, record, now);
			errors.push(...found.errors);
			warnings.push(...found.warnings);
		}
	}
	return { errors, warnings, counts };
}

/** Returns the warnings about single records that an earlier check has found and that are still right. */
function keptWarnings({ warnings, changes }: Checked): RecordProblem[] {
	const now = toTimestamp(new Date());
	const differing = byKind((kind) => allKeys(changes[kind]));
	return warnings.filter(
		({ kind, key, rule, value }) =>
			kind !== 'redirects' &&
			!differing[kind].has(key) &&
			rule !== DISTINCT_NAME &&
			rule !== NOT_EARLIER &&
			!(rule === NOT_LATER && String(value) <= now),
	);
}
