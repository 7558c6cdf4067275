/** Finds edits that another tool made to a snapshot, because the log of changes lacks them, and logs them. */
import type Database from 'better-sqlite3';
import { byKind, KEY, KINDS, type Kind, type RecordOf } from '../../catalog/records.ts';
import { UserError } from '../../shared/user-error.ts';
import { allKeys, type RecordChanges } from '../compare.ts';
import { withSnapshot } from '../open.ts';
import { recordFinder } from '../read.ts';
import { READ_COLUMNS } from '../terms/fill-terms.ts';
import { lockSnapshot } from '../write.ts';
import { isSameValue } from './change-log.ts';
import { valuesThatDiffer } from './diff.ts';
import { type Edit, editsSince, lastChange, type Values } from './read-changes.ts';

/** An edit that is not in the log yet. */
export type OutsideEdit = Omit<Edit, 'change'>;

/** The command of a change that another tool made. */
export const OUTSIDE = 'made outside';

/**
 * Returns the edits of a snapshot since it was published that its log of changes lacks.
 *
 * @param published the snapshot's copy in the current release
 * @param snapshot the editors' file
 * @param changes the records that differ. Others are not looked at
 */
export function outsideEdits(published: string, snapshot: string, changes: RecordChanges): OutsideEdit[] {
	return withSnapshot(published, (old) =>
		withSnapshot(snapshot, (now) => {
			const expected = new ExpectedRecords(old);
			for (const edit of editsSince(now, lastChange(old))) expected.apply(edit);
			const find = recordFinder(now);
			return KINDS.flatMap((kind) =>
				[...allKeys(changes[kind])].sort().flatMap((key) => {
					if (expected.isErased(kind, key)) return [];
					const edit = { kind, key, ...valuesThatDiffer(expected.find(kind, key), find(kind, key)) };
					return withoutReadValues(edit);
				}),
			);
		}),
	);
}

/**
 * Logs edits as one change of an unknown person.
 *
 * @param warn called with a sentence if they cannot be logged, because the snapshot cannot be written now
 */
export function logOutsideEdits(
	snapshot: string,
	edits: readonly OutsideEdit[],
	at: string,
	warn: (text: string) => void,
): void {
	if (edits.length === 0) return;
	try {
		lockSnapshot(snapshot, (write) =>
			write({ command: OUTSIDE, by: null, at }, ({ log }) => {
				for (const edit of edits) log(edit);
			}),
		);
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		warn(`the edits that another tool made to ${snapshot} are not in its log of changes: ${error.message}`);
	}
}

/** A release's copy has values that were read from words. They are no edits while the editors' file has none. */
function withoutReadValues(edit: OutsideEdit): OutsideEdit[] {
	const { before, after } = edit;
	if (before === undefined || after === undefined) return before === after ? [] : [edit];
	const columns = Object.keys(after).filter((column) => !(READ_COLUMNS.includes(column) && isEmpty(after[column])));
	if (columns.length === 0) return [];
	const pick = (values: Values) => Object.fromEntries(columns.map((column) => [column, values[column]]));
	return [{ ...edit, before: pick(before), after: pick(after) }];
}

const isEmpty = (value: unknown) => value === null || value === false || isSameValue(value, []);

/** The records as they are if only the logged edits were made to the published ones. */
class ExpectedRecords {
	readonly #findPublished;
	readonly #records = byKind(() => new Map<string, Values | undefined>());
	readonly #erased = byKind(() => new Set<string>());
	readonly #renamed = byKind(() => new Map<string, string>());

	constructor(published: Database.Database) {
		this.#findPublished = recordFinder(published);
	}

	apply({ kind, key, before, after }: Edit): void {
		const records = this.#records[kind];
		const former = before?.[KEY[kind]] as string | undefined;
		if (before === undefined && after === undefined) this.#erased[kind].add(key);
		else if (before === undefined || after === undefined) records.set(key, after);
		else if (former !== undefined && former !== key) {
			records.set(key, { ...this.#find(kind, former), ...after });
			records.set(former, undefined);
			this.#renamed[kind].set(former, key);
		} else records.set(key, { ...this.#find(kind, key), ...after });
	}

	/** Whether the log had values of the record that were erased, so that nobody knows what to expect. */
	isErased(kind: Kind, key: string): boolean {
		return this.#erased[kind].has(key);
	}

	find(kind: Kind, key: string): RecordOf<Kind> | undefined {
		const record = this.#find(kind, key);
		if (record === undefined) return undefined;
		const { organization, program, categories } = record;
		return {
			...record,
			...(organization !== undefined && { organization: this.#newSlug('organizations', organization) }),
			...(program !== undefined && { program: this.#newSlug('programs', program) }),
			...(categories !== undefined && {
				categories: (categories as readonly string[]).map((slug) => this.#newSlug('categories', slug)),
			}),
		} as RecordOf<Kind>;
	}

	#find(kind: Kind, key: string): Values | undefined {
		const records = this.#records[kind];
		return records.has(key) ? records.get(key) : (this.#findPublished(kind, key) as Values | undefined);
	}

	/** Records that refer to a renamed record follow it without an edit of their own. */
	#newSlug(kind: Kind, slug: unknown): unknown {
		return this.#renamed[kind].get(slug as string) ?? slug;
	}
}
