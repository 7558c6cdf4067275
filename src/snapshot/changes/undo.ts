/** Plans how to undo a change. What was changed again since then stays as it is. */
import type Database from 'better-sqlite3';
import { isChange, KEY, type Kind, parseRecord, type RecordOf } from '../../catalog/records.ts';
import { recordFinder } from '../read.ts';
import type { SnapshotWriter } from '../record-writer.ts';
import { type RecordKey, usersOf } from '../removals.ts';
import { targetsOf } from '../targets.ts';
import { changedColumns, isSameValue } from './change-log.ts';
import { firstEdits } from './first-edits.ts';
import { type Edit, editsOf, redirectEditsOf, type Values } from './read-changes.ts';
import { type EarlierRedirect, earlierRedirects } from './undo-redirects.ts';

/** A part of a change that cannot be undone, because a later change needs the present state. */
export interface UndoConflict extends RecordKey {
	/** The field. Undefined if it is about the whole record. */
	readonly field?: string;
	/** The present value of the field. */
	readonly now?: unknown;
	/** The value that it had before the change. */
	readonly before?: unknown;
	/** Why, as the end of a sentence that starts with the record. */
	readonly because: string;
}

/** A step of an undo. */
type Step =
	| { readonly op: 'upsert'; readonly kind: Kind; readonly key: string; readonly record: RecordOf<Kind> }
	| { readonly op: 'remove'; readonly kind: Kind; readonly key: string }
	| { readonly op: 'rename'; readonly kind: Exclude<Kind, 'reviews'>; readonly key: string; readonly renamed: string };

export interface UndoPlan {
	/** In the order in which they must be made. */
	readonly steps: readonly Step[];
	/** The redirects to set after the steps. */
	readonly redirects: readonly EarlierRedirect[];
	readonly conflicts: readonly UndoConflict[];
}

/** @param now the new `updated_at` of the records that the undo changes, a timestamp */
export function planUndo(db: Database.Database, change: number, now: string): UndoPlan {
	const planner = new UndoPlanner(db, now);
	for (const edit of [...firstEdits(db, change), ...editsOf(db, change)].reverse()) planner.undo(edit);
	const redirects = earlierRedirects(db, redirectEditsOf(db, change), (kind, key) => planner.has(kind, key));
	return { steps: planner.steps, redirects, conflicts: planner.conflicts };
}

/** Performs the steps of an undo. */
export function applyUndo(writer: SnapshotWriter, { steps, redirects }: UndoPlan): void {
	for (const step of steps) {
		if (step.op === 'upsert') writer.upsert(step.kind, step.record);
		else if (step.op === 'remove') writer.remove(step.kind, step.key);
		else writer.rename(step.kind, step.key, step.renamed);
	}
	for (const { kind, slug, redirect } of redirects) writer.redirect(kind, slug, redirect);
}

class UndoPlanner {
	readonly steps: Step[] = [];
	readonly conflicts: UndoConflict[] = [];
	readonly #db: Database.Database;
	readonly #now: string;
	readonly #stored;
	/** The records after the steps so far. Undefined means removed. */
	readonly #records = new Map<string, RecordOf<Kind> | undefined>();

	constructor(db: Database.Database, now: string) {
		this.#db = db;
		this.#now = now;
		this.#stored = recordFinder(db);
	}

	/** Whether a record exists after the steps. */
	has(kind: Kind, key: string): boolean {
		return this.#find(kind, key) !== undefined;
	}

	undo(edit: Edit): void {
		const { kind, key, before, after } = edit;
		if (before === undefined && after === undefined) this.#refuse(edit, 'the values of this edit were erased');
		else if (before === undefined) this.#undoAddition(edit, after!);
		else if (after === undefined) this.#undoRemoval(edit, before);
		else if (kind !== 'reviews' && KEY[kind] in before) this.#undoRename(kind, key, before.slug as string);
		else this.#undoChange(edit, before, after);
	}

	#undoAddition({ kind, key }: Edit, after: Values): void {
		const present = this.#find(kind, key);
		if (present === undefined) return;
		const changed = changedColumns(present, after);
		if (isChange(changed)) {
			this.#refuse({ kind, key }, `it was changed again (${changed.join(', ')})`);
			return;
		}
		const users = usersOf(this.#db, kind, key).filter((user) => this.#refers(user, { kind, key }));
		if (users.length > 0) {
			this.#refuse({ kind, key }, `${users[0]!.kind} ${users[0]!.key} needs it`);
			return;
		}
		this.#add({ op: 'remove', kind, key });
	}

	#undoRemoval({ kind, key }: Edit, before: Values): void {
		if (this.#find(kind, key) !== undefined) {
			this.#refuse({ kind, key }, 'it exists again');
			return;
		}
		// Values from an earlier version of the application may lack columns.
		const parsed = parseRecord(kind, before, this.#now);
		if ('problems' in parsed) {
			this.#refuse({ kind, key }, 'its earlier values break the rules of today');
			return;
		}
		this.#upsert(kind, key, parsed.record);
	}

	#undoRename(kind: Exclude<Kind, 'reviews'>, key: string, earlier: string): void {
		const present = this.#find(kind, key);
		if (present === undefined) {
			this.#refuse({ kind, key }, 'it was removed or renamed again');
			return;
		}
		if (this.#find(kind, earlier) !== undefined) {
			this.#refuse({ kind, key }, `its earlier slug ${earlier} is in use again`);
			return;
		}
		this.#add({ op: 'rename', kind, key, renamed: earlier });
		this.#records.set(`${kind} ${key}`, undefined);
		this.#records.set(`${kind} ${earlier}`, { ...present, slug: earlier } as RecordOf<Kind>);
	}

	#undoChange({ kind, key }: Edit, before: Values, after: Values): void {
		const present = this.#find(kind, key);
		if (present === undefined) {
			this.#refuse({ kind, key }, 'it was removed or renamed since');
			return;
		}
		const restored: { [column: string]: unknown } = {};
		for (const [field, value] of Object.entries(before)) {
			const own: unknown = present[field as never];
			if (field === 'updated_at' || isSameValue(own, value)) continue;
			if (isSameValue(own, after[field])) restored[field] = value;
			else this.conflicts.push({ kind, key, field, now: own, before: value, because: 'it was changed again' });
		}
		const isDateOnly = Object.keys(before).every((field) => field === 'updated_at');
		if (Object.keys(restored).length === 0 && !isDateOnly) return;
		const record = { ...present, ...restored };
		// Without a later change, the record is as it was, so it was last changed when it was then.
		if ('updated_at' in record && 'updated_at' in after) {
			record.updated_at = record.updated_at === after.updated_at ? (before.updated_at as string) : this.#now;
		}
		this.#upsert(kind, key, record as RecordOf<Kind>);
	}

	#upsert(kind: Kind, key: string, record: RecordOf<Kind>): void {
		const missing = targetsOf(kind, record).find((target) => this.#find(target.kind, target.key) === undefined);
		if (missing) {
			this.#refuse({ kind, key }, `there is no ${missing.kind} ${missing.key} any more`);
			return;
		}
		this.#add({ op: 'upsert', kind, key, record });
	}

	#add(step: Step): void {
		this.steps.push(step);
		if (step.op !== 'rename') {
			this.#records.set(`${step.kind} ${step.key}`, step.op === 'upsert' ? step.record : undefined);
		}
	}

	#refuse({ kind, key }: RecordKey, because: string): void {
		this.conflicts.push({ kind, key, because });
	}

	/** Whether a record refers to another one after the steps so far. */
	#refers(user: RecordKey, { kind, key }: RecordKey): boolean {
		const record = this.#find(user.kind, user.key);
		return record !== undefined && targetsOf(user.kind, record).some((one) => one.kind === kind && one.key === key);
	}

	#find(kind: Kind, key: string): RecordOf<Kind> | undefined {
		const name = `${kind} ${key}`;
		return this.#records.has(name) ? this.#records.get(name) : this.#stored(kind, key);
	}
}
