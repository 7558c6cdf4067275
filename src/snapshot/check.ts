/** Checks a snapshot against the rules that its schema cannot express. */
import type Database from 'better-sqlite3';
import { byKind, KINDS, type Kind } from '../catalog/records.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import { type SnapshotChanges, written } from './compare.ts';
import { type Finding, inOrder } from './finding.ts';
import { records, rowsWith } from './read.ts';
import { checkRecord, NOT_LATER } from './record-rules.ts';
import { brokenRedirects } from './redirect-rules.ts';
import {
	brokenReferences,
	DISTINCT_NAME,
	duplicateNames,
	olderThanProgram,
	oversizedValues,
	repeatedKeys,
} from './table-rules.ts';

export interface CheckReport {
	/** Problems that prevent publishing. */
	readonly errors: readonly Finding[];
	/** Possible problems that do not prevent publishing. */
	readonly warnings: readonly Finding[];
	readonly counts: { readonly [K in Kind]: number };
}

/** Shows the progress of a check. `done` is a share from 0 to 1. `records` is the number of records checked so far. */
type Progress = (done: number, records?: number) => void;

export function checkSnapshot(db: Database.Database, progress: Progress = () => {}): CheckReport {
	// Oversized values end the check. The other checks would read these values, which may not fit into memory.
	const oversized = inOrder([...oversizedValues(db)]);
	if (oversized.length > 0) return { errors: oversized, warnings: [], counts: NONE };
	const counts = countRecords(db);
	const errors = [...repeatedKeys(db), ...brokenReferences(db), ...brokenRedirects(db)];
	const warnings = [...duplicateNames(db), ...olderThanProgram(db)];
	const now = toTimestamp(new Date());
	const total = KINDS.reduce((sum, kind) => sum + counts[kind], 0);
	let done = 0;
	for (const kind of KINDS) {
		for (const record of records(db, kind)) {
			if (++done % 10_000 === 0) progress(done / total, done);
			const found = checkRecord(kind, record, now);
			errors.push(...found.errors);
			warnings.push(...found.warnings);
		}
	}
	return { errors: inOrder(errors), warnings: inOrder(warnings), counts };
}

/** An earlier check that found no errors. */
interface Checked {
	readonly warnings: readonly Finding[];
	/** The differences between the snapshot of the earlier check and the snapshot to check now. */
	readonly changes: SnapshotChanges;
}

/**
 * Returns the same report as `checkSnapshot`, but is usually faster. It uses the result of an earlier check, so that it
 * must check only the records that differ.
 */
export function checkChanges(db: Database.Database, { warnings: earlier, changes }: Checked): CheckReport {
	const removed = byKind((kind) => changes[kind].removed);
	const changed = byKind((kind) => written(changes[kind]));
	// If a program has changed, its reviews are checked too, because a review should not be older than its program.
	const reviews = changed.reviews.union(reviewsOf(db, changed.programs.union(removed.programs)));
	const keys = { ...changed, reviews };

	const oversized = inOrder([...oversizedValues(db, keys)]);
	if (oversized.length > 0) return { errors: oversized, warnings: [], counts: NONE };
	const now = toTimestamp(new Date());
	const isKept = ({ kind, key, rule, value }: Finding) =>
		kind !== 'redirects' &&
		!keys[kind].has(key) &&
		!removed[kind].has(key) &&
		rule !== DISTINCT_NAME &&
		!(rule === NOT_LATER && String(value) <= now);
	const errors = [...brokenReferences(db, { keys, removed })];
	const mayBreakRedirects = KINDS.some(
		(kind) => changes.redirects[kind].size + changes[kind].added.size + changes[kind].removed.size > 0,
	);
	if (mayBreakRedirects) errors.push(...brokenRedirects(db));
	const warnings = [...earlier.filter(isKept), ...duplicateNames(db), ...olderThanProgram(db, reviews)];
	for (const kind of KINDS) {
		let unread = keys[kind].size;
		for (const record of records(db, kind, keys[kind])) {
			unread--;
			const found = checkRecord(kind, record, now);
			errors.push(...found.errors);
			warnings.push(...found.warnings);
		}
		// A record cannot be found by its key if the key's text is damaged, or if the record exists only as rows in
		// `program_categories`.
		if (unread > 0) return checkSnapshot(db);
	}
	return { errors: inOrder(errors), warnings: inOrder(warnings), counts: countRecords(db) };
}

const NONE: CheckReport['counts'] = byKind(() => 0);

function countRecords(db: Database.Database): CheckReport['counts'] {
	return byKind((kind) => db.prepare<[], number>(`SELECT count(*) FROM ${kind}`).pluck().get()!);
}

function reviewsOf(db: Database.Database, programs: ReadonlySet<string>): ReadonlySet<string> {
	const { where, values } = rowsWith('program', programs);
	return new Set(
		db
			.prepare<string[], string>(`SELECT id FROM reviews WHERE ${where}`)
			.pluck()
			.iterate(...values),
	);
}
