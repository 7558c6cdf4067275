/** Undoes a change. What was changed again since then stays as it is. */

import type Database from 'better-sqlite3';
import {
	changedColumns,
	isChange,
	isSameValue,
	KEY,
	KINDS,
	type Kind,
	parseRecord,
	type RecordOf,
	show,
} from '../../catalog/records.ts';
import { existenceChecker, recordFinder } from '../read.ts';
import { type RecordRedirect, redirectReader } from '../redirects.ts';
import { type RecordKey, targetsOf, usersOf } from '../removals.ts';
import { statedKeys } from '../sources.ts';
import type { OpenChange } from '../write.ts';
import {
	type Edit,
	editsOf,
	type RecordValues,
	type RedirectEdit,
	recordEdits,
	redirectEditsOf,
} from './read-changes.ts';

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

/** Says which part of a change cannot be undone, and why, with both values. */
export function undoConflictSentence({ kind, key, field, now, before, because }: UndoConflict): string {
	if (field === undefined) return `${kind} ${key}, because ${because}.`;
	return `${kind} ${key}, ${field}: ${because}. It now has ${show(now, 'nothing')}; before the change it had ${show(before, 'nothing')}.`;
}

/** Undoes a change, latest edit first. @param id the change to undo @returns the parts that stay as they are */
export function undoChange(change: OpenChange, id: number): UndoConflict[] {
	const bringBack = redirectRestorer(change, redirectEditsOf(change.db, id));
	const undo = new Undo(change);
	for (const edit of [...firstEdits(change.db, id), ...editsOf(change.db, id)].reverse()) undo.undo(edit);
	bringBack();
	return undo.conflicts;
}

class Undo {
	readonly conflicts: UndoConflict[] = [];
	readonly #change: OpenChange;
	readonly #find: ReturnType<typeof recordFinder>;

	constructor(change: OpenChange) {
		this.#change = change;
		this.#find = recordFinder(change.db);
	}

	undo(edit: Edit): void {
		const { kind, key, before, after } = edit;
		if (before === undefined && after === undefined) this.#refuse(edit, 'the values of this edit were erased');
		else if (before === undefined) this.#undoAddition(edit, after!);
		else if (after === undefined) this.#undoRemoval(edit, before);
		else if (kind !== 'reviews' && KEY[kind] in before) this.#undoRename(kind, key, before.slug as string);
		else this.#undoChange(edit, before, after);
	}

	#undoAddition({ kind, key }: Edit, after: RecordValues): void {
		const present = this.#find(kind, key);
		if (present === undefined) return;
		const changed = changedColumns(present, after);
		if (isChange(changed)) {
			this.#refuse({ kind, key }, `it was changed again (${changed.join(', ')})`);
			return;
		}
		const [user] = usersOf(this.#change.db, kind, key);
		if (user === undefined) this.#change.remove(kind, key);
		else this.#refuse({ kind, key }, `${user.kind} ${user.key} needs it`);
	}

	#undoRemoval({ kind, key }: Edit, before: RecordValues): void {
		if (this.#find(kind, key) !== undefined) {
			this.#refuse({ kind, key }, 'it exists again');
			return;
		}
		// Values from an earlier version of the application may lack columns.
		const parsed = parseRecord(kind, before, this.#change.now);
		if ('problems' in parsed) {
			this.#refuse({ kind, key }, 'its earlier values break the rules of today');
			return;
		}
		this.#upsert(kind, key, parsed.record);
	}

	#undoRename(kind: Exclude<Kind, 'reviews'>, key: string, earlier: string): void {
		if (this.#find(kind, key) === undefined) {
			this.#refuse({ kind, key }, 'it was removed or renamed again');
			return;
		}
		if (this.#find(kind, earlier) !== undefined) {
			this.#refuse({ kind, key }, `its earlier slug ${earlier} is in use again`);
			return;
		}
		this.#change.rename(kind, key, earlier);
	}

	#undoChange({ kind, key }: Edit, before: RecordValues, after: RecordValues): void {
		const present = this.#find(kind, key);
		if (present === undefined) {
			this.#refuse({ kind, key }, 'it was removed or renamed since');
			return;
		}
		const restored: { [column: string]: unknown } = {};
		for (const [field, value] of Object.entries(before)) {
			const own: unknown = present[field as never];
			if (field === 'updated_at' || isSameValue(own, value)) continue;
			if (field === 'commission_evidence') restored[field] = undoneEntries(own, value, after[field]);
			else if (isSameValue(own, after[field])) restored[field] = value;
			else this.conflicts.push({ kind, key, field, now: own, before: value, because: 'it was changed again' });
		}
		const isDateOnly = Object.keys(before).every((field) => field === 'updated_at');
		if (Object.keys(restored).length === 0 && !isDateOnly) return;
		const record = { ...present, ...restored };
		// Without a later change, the record is as it was, so it was last changed when it was then.
		if ('updated_at' in record && 'updated_at' in after) {
			record.updated_at = record.updated_at === after.updated_at ? (before.updated_at as string) : this.#change.now;
		}
		this.#upsert(kind, key, record as RecordOf<Kind>);
	}

	#upsert(kind: Kind, key: string, record: RecordOf<Kind>): void {
		const missing = targetsOf(kind, record).find((target) => this.#find(target.kind, target.key) === undefined);
		if (missing) {
			this.#refuse({ kind, key }, `there is no ${missing.kind} ${missing.key} any more`);
			return;
		}
		this.#change.upsert(kind, record);
	}

	#refuse({ kind, key }: RecordKey, because: string): void {
		this.conflicts.push({ kind, key, because });
	}
}

interface EarlierRedirect {
	readonly kind: Kind;
	readonly slug: string;
	readonly redirect: RecordRedirect | undefined;
}

/**
 * Finds where slugs led before a change, unless they lead elsewhere since. Call it before records change. The returned
 * function makes the slugs lead there again, unless a record has the slug or the earlier target no longer exists.
 *
 * @param edits those of the change, in order
 */
export function redirectRestorer(change: OpenChange, edits: readonly RedirectEdit[]): () => void {
	const present = redirectReader(change.db);
	const isRecord = existenceChecker(change.db);
	const earlier = new Map<string, EarlierRedirect>();
	for (const some of Map.groupBy(edits, ({ kind, slug }) => `${kind} ${slug}`).values()) {
		const [{ kind, slug, before }, { after }] = [some[0]!, some.at(-1)!];
		if (present(kind, slug)?.target !== after?.target) continue;
		earlier.set(`${kind} ${slug}`, { kind, slug, redirect: before });
	}

	/** Whether a slug leads to a record, or to one that is gone. */
	function endsWell({ kind, slug, redirect }: EarlierRedirect): boolean {
		const passed = new Set([slug]);
		let at = redirect?.target;
		while (typeof at === 'string' && !passed.has(at) && !isRecord(kind, at)) {
			passed.add(at);
			const next: RecordRedirect | undefined = earlier.has(`${kind} ${at}`)
				? earlier.get(`${kind} ${at}`)!.redirect
				: present(kind, at);
			if (next === undefined) return false;
			at = next.target;
		}
		return typeof at !== 'string' || !passed.has(at);
	}

	return () => {
		for (const [name, { kind, slug }] of earlier) if (isRecord(kind, slug)) earlier.delete(name);
		for (const { kind, slug, redirect } of [...earlier.values()].filter(endsWell))
			change.redirect(kind, slug, redirect);
	};
}

/**
 * Returns an addition for each record of the first import, with its first values, which the log does not contain: they
 * would double the size of a new file. Empty for all other changes.
 */
export function firstEdits(db: Database.Database, change: number): Edit[] {
	const first = db
		.prepare<[number], string>(
			`SELECT source FROM changes WHERE id = ? AND command = 'import' AND id = (SELECT min(id) FROM changes)
			 AND NOT EXISTS (SELECT 1 FROM edits WHERE change = changes.id)`,
		)
		.pluck()
		.get(change);
	if (first === undefined) return [];
	const [find, edits] = [recordFinder(db), recordEdits(db)];
	return KINDS.flatMap((kind) =>
		[...statedKeys(db, first, kind)].flatMap((key) => {
			const record = find(kind, key);
			if (record === undefined) return [];
			const after: RecordValues = Object.assign({ ...record }, ...edits(kind, key).map(({ before }) => before));
			return [{ change, kind, key, before: undefined, after }];
		}),
	);
}

/** Restores the entries of an object that still are as an edit left them. */
function undoneEntries(present: unknown, before: unknown, after: unknown): object | null {
	const [now, earlier, later] = [present, before, after].map((value) => (value ?? {}) as RecordValues);
	const names = new Set([now, earlier, later].flatMap((entries) => Object.keys(entries!)));
	const entries = [...names].toSorted().flatMap((name) => {
		const value = isSameValue(now![name], later![name]) ? earlier![name] : now![name];
		return value === undefined ? [] : [[name, value]];
	});
	return entries.length === 0 ? null : Object.fromEntries(entries);
}
