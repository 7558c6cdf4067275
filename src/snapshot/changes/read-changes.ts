/** Reads the log of changes. */
import type Database from 'better-sqlite3';
import { changedColumns, KEY, KINDS, type Kind, type RecordOf } from '../../catalog/records.ts';
import type { RecordRedirect } from '../redirects.ts';

/** A change in the log, without its edits. */
export interface LoggedChange {
	readonly id: number;
	/** A timestamp. */
	readonly at: string;
	/** The user who made the change, if the system knew the name. */
	readonly by: string | null;
	readonly command: string;
	readonly source: string | null;
	readonly because: string | null;
	/** The change that this change undoes. */
	readonly undoes: number | null;
}

/** Some or all values of a record, by column. */
export type RecordValues = { readonly [column: string]: unknown };

/** What a change did to one record. If values were erased, both are undefined. */
export interface Edit {
	readonly change: number;
	readonly kind: Kind;
	/** The slug or ID. If the edit renames the record, the new slug. */
	readonly key: string;
	/** The earlier values of the columns that changed, or of all columns of a removed record. Undefined for a new record. */
	readonly before: RecordValues | undefined;
	/** The new values. Undefined for a removed record. */
	readonly after: RecordValues | undefined;
}

type EditRow = Pick<Edit, 'change' | 'kind' | 'key'> & {
	readonly before: string | null;
	readonly after: string | null;
};

const EDITS = 'SELECT change, kind, key, before, after FROM edits';

function editOf({ before, after, ...edit }: EditRow): Edit {
	const values = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as RecordValues));
	return { ...edit, before: values(before), after: values(after) };
}

export interface ChangeWithEdits extends LoggedChange {
	readonly edits: readonly Edit[];
}

/** @returns the change with this ID, or the latest one if there is no ID */
export function findChange(db: Database.Database, id?: number): ChangeWithEdits | undefined {
	const change = db
		.prepare<unknown[], LoggedChange>(
			`SELECT * FROM changes ${id === undefined ? '' : 'WHERE id = ?'} ORDER BY id DESC LIMIT 1`,
		)
		.get(...(id === undefined ? [] : [id]));
	return change && { ...change, edits: editsOf(db, change.id) };
}

/** Returns the edits of a change, in order. */
export function editsOf(db: Database.Database, change: number): Edit[] {
	return db.prepare<[number], EditRow>(`${EDITS} WHERE change = ? ORDER BY seq`).all(change).map(editOf);
}

/** What a change did to the redirect of a slug. */
export interface RedirectEdit {
	readonly kind: Kind;
	readonly slug: string;
	readonly before: RecordRedirect | undefined;
	readonly after: RecordRedirect | undefined;
}

/** Returns the redirects that a change replaced, removed or set itself, in order. */
export function redirectEditsOf(db: Database.Database, change: number): RedirectEdit[] {
	const redirect = (text: string | null): RecordRedirect | undefined => (text === null ? undefined : JSON.parse(text));
	return db
		.prepare<[number], { kind: Kind; slug: string; before: string | null; after: string | null }>(
			'SELECT kind, slug, before, after FROM redirect_edits WHERE change = ? ORDER BY seq',
		)
		.all(change)
		.map(({ kind, slug, before, after }) => ({ kind, slug, before: redirect(before), after: redirect(after) }));
}

/** Reads changes, latest first. @param since the earliest time, as a timestamp */
export function* readChanges(db: Database.Database, since = ''): Generator<LoggedChange> {
	yield* db.prepare<[string], LoggedChange>('SELECT * FROM changes WHERE at >= ? ORDER BY id DESC').iterate(since);
}

/**
 * Reads the changes of the records with a slug or ID, latest first, each only with the edits of these records. A former slug
 * means the record that has another slug now.
 */
export function changesOfRecord(db: Database.Database, key: string): ChangeWithEdits[] {
	const edits = KINDS.flatMap((kind) => recordEdits(db)(kind, latestSlug(db, kind, key)));
	const change = db.prepare<[number], LoggedChange>('SELECT * FROM changes WHERE id = ?');
	return [...Map.groupBy(edits, (edit) => edit.change)]
		.sort(([a], [b]) => b - a)
		.map(([id, some]) => ({ ...change.get(id)!, edits: some.map(({ isImport, ...edit }) => edit).reverse() }));
}

/** Follows the renames of a record from one of its slugs to its latest one. */
function latestSlug(db: Database.Database, kind: Kind, key: string): string {
	const exists = db.prepare<[string]>(`SELECT 1 FROM ${kind} WHERE ${KEY[kind]} = ?`);
	const renamed = db.prepare<[Kind, string, number], { readonly seq: number; readonly key: string }>(
		`SELECT seq, key FROM edits WHERE kind = ? AND before ->> '$.slug' = ? AND key = after ->> '$.slug' AND seq > ?
		 ORDER BY seq DESC LIMIT 1`,
	);
	let [slug, seq] = [key, 0];
	while (exists.get(slug) === undefined) {
		const next = renamed.get(kind, slug, seq);
		if (next === undefined) break;
		({ key: slug, seq } = next);
	}
	return slug;
}

/** Returns a function that reads the edits of one record, latest first, also those under its former slugs. */
export function recordEdits(
	db: Database.Database,
): (kind: Kind, key: string) => (Edit & { readonly isImport: boolean })[] {
	const find = db.prepare<[string, string, number], EditRow & { readonly seq: number; readonly isImport: 0 | 1 }>(
		`SELECT seq, change, kind, key, before, after, command = 'import' AS isImport FROM edits
		 JOIN changes ON changes.id = edits.change WHERE kind = ? AND key = ? AND seq < ? ORDER BY seq DESC`,
	);
	const editsBefore = (kind: Kind, key: string, end: number): (Edit & { readonly isImport: boolean })[] => {
		const edits = [];
		for (const { seq, isImport, ...row } of find.all(kind, key, end)) {
			const edit = { ...editOf(row), isImport: isImport === 1 };
			edits.push(edit);
			const former = edit.after && edit.before?.[KEY[kind]];
			if (typeof former === 'string') return [...edits, ...editsBefore(kind, former, seq)];
		}
		return edits;
	};
	return (kind, key) => editsBefore(kind, key, Number.MAX_SAFE_INTEGER);
}

/** Returns the values of the columns that differ. Both are undefined if no value differs. */
export function valuesThatDiffer(before: RecordOf<Kind> | undefined, after: RecordOf<Kind> | undefined) {
	if (before === undefined || after === undefined) return { before: valuesOf(before), after: valuesOf(after) };
	const columns = changedColumns(before, after);
	if (columns.length === 0) return { before: undefined, after: undefined };
	const pick = (record: object) => Object.fromEntries(columns.map((column) => [column, record[column as never]]));
	return { before: pick(before), after: pick(after) };
}

const valuesOf = (record: RecordOf<Kind> | undefined) => record && ({ ...record } as Edit['after']);
