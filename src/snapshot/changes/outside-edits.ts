/**
 * Finds the edits that another tool made to a snapshot since it was published: the differences from the published copy
 * that the log of changes does not explain.
 */
import type Database from 'better-sqlite3';
import { COLUMNS, KINDS, type Kind } from '../../catalog/records.ts';
import { allKeys, type RecordChanges } from '../compare.ts';
import { withSnapshot } from '../open.ts';
import { recordFinder } from '../read.ts';
import { READ_COLUMNS } from '../terms/fill-terms.ts';
import type { UnloggedEdit } from './change-log.ts';
import { valuesThatDiffer } from './diff.ts';
import { type Edit, editsAfter, findChange, type Values } from './read-changes.ts';

const COUNTERS: readonly string[] = ['views', 'upvotes'];

/**
 * @param published the copy of the snapshot in the current release
 * @param changes the records that differ
 * @returns no edits if the published copy is not an earlier state of this snapshot
 */
export function outsideEdits(published: string, snapshot: string, changes: RecordChanges): UnloggedEdit[] {
	if (KINDS.every((kind) => allKeys(changes[kind]).size === 0)) return [];
	return withSnapshot(published, (old) =>
		withSnapshot(snapshot, (now) => {
			if (!isEarlierState(old, now)) return [];
			const expected = new ExpectedRecords(old, editsAfter(now, findChange(old)?.id ?? 0));
			const find = recordFinder(now);
			return KINDS.flatMap((kind) =>
				[...allKeys(changes[kind])].flatMap((key) => {
					const before = expected.find(kind, key);
					return before === 'unknown' ? [] : editOf(kind, key, before, find(kind, key));
				}),
			);
		}),
	);
}

/** Whether both are states of the same snapshot, and every change that the first has logged is also in the second. */
function isEarlierState(old: Database.Database, now: Database.Database): boolean {
	const lineage = lineageOf(old);
	if (lineage === undefined || lineage !== lineageOf(now)) return false;
	const last = findChange(old);
	return last === undefined || JSON.stringify(findChange(now, last.id)) === JSON.stringify(last);
}

function lineageOf(db: Database.Database): string | undefined {
	return db.prepare<[], string>("SELECT value FROM meta WHERE key = 'lineage'").pluck().get();
}

function editOf(kind: Kind, key: string, expected: Values | undefined, actual: object | undefined): UnloggedEdit[] {
	const { before, after } = valuesThatDiffer(expected as never, actual as never);
	if (before === undefined || after === undefined) {
		return before === undefined && after === undefined ? [] : [{ kind, key, before, after }];
	}
	// The published copy has terms that the build has read from the words, so they are no edit.
	const wasRead = (field: string) => READ_COLUMNS.includes(field) && isEmpty(after[field]);
	const fields = Object.keys(after).filter((field) => !COUNTERS.includes(field) && !wasRead(field));
	if (fields.every((field) => field === 'updated_at')) return [];
	const pick = (values: Values) => Object.fromEntries(fields.map((field) => [field, values[field]]));
	return [{ kind, key, before: pick(before), after: pick(after) }];
}

function isEmpty(value: unknown): boolean {
	return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

/** The known values of a record after some edits. */
interface State {
	/** The published record that has the other values. Undefined for a record that was added since. */
	readonly published: string | undefined;
	values: Values;
}

/** The records that a snapshot has if only the logged edits were made to it. */
class ExpectedRecords {
	readonly #findOld;
	readonly #states = new Map<string, State | 'removed' | 'unknown'>();
	readonly #renames: { readonly kind: Kind; readonly from: string; readonly to: string }[] = [];

	/** @param edits the edits since the old state, in order */
	constructor(old: Database.Database, edits: Iterable<Edit>) {
		this.#findOld = recordFinder(old);
		for (const edit of edits) this.#apply(edit);
	}

	/** Returns the values that a record should have, undefined if it should not exist, or `unknown` after an erasure. */
	find(kind: Kind, key: string): Values | undefined | 'unknown' {
		const state = this.#states.get(`${kind} ${key}`) ?? { published: key, values: {} };
		if (state === 'removed') return undefined;
		if (state === 'unknown') return state;
		const { published, values } = state;
		if (published === undefined) return values;
		const record = this.#findOld(kind, published);
		if (record === undefined) return undefined;
		return { ...this.#renames.reduce((all, rename) => renamed(kind, all, rename), record as Values), ...values };
	}

	#apply({ kind, key, before, after }: Edit): void {
		const id = `${kind} ${key}`;
		if (before === undefined) {
			this.#states.set(id, after === undefined ? 'unknown' : { published: undefined, values: after });
			return;
		}
		if (after === undefined) {
			this.#states.set(id, 'removed');
			return;
		}
		const from = before.slug;
		if (typeof from === 'string') this.#rename(kind, from, key);
		const state = this.#states.get(id) ?? { published: key, values: {} };
		if (typeof state === 'string') return;
		this.#states.set(id, { ...state, values: { ...state.values, ...after } });
	}

	#rename(kind: Kind, from: string, to: string): void {
		this.#renames.push({ kind, from, to });
		this.#states.set(`${kind} ${to}`, this.#states.get(`${kind} ${from}`) ?? { published: from, values: {} });
		this.#states.set(`${kind} ${from}`, 'removed');
		for (const [id, state] of this.#states) {
			if (typeof state === 'string') continue;
			state.values = renamed(id.slice(0, id.indexOf(' ')) as Kind, state.values, { kind, from, to });
		}
	}
}

/** Makes the values of a record refer to the new slug of another record. */
function renamed(of: Kind, values: Values, { kind, from, to }: { kind: Kind; from: string; to: string }): Values {
	const next = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(next);
		return value === from ? to : value;
	};
	const isReference = (column: string) => COLUMNS[of][column]?.refersTo === kind;
	return Object.fromEntries(
		Object.entries(values).map(([column, value]) => [column, isReference(column) ? next(value) : value]),
	);
}
