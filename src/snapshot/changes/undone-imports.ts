/** Finds what was undone of a source's imports, so that importing the same file again is not silent. */
import type Database from 'better-sqlite3';
import type { Kind } from '../../catalog/records.ts';

export interface UndoneImports {
	/** The last change that undid an import of the source, and that was not undone itself. */
	readonly undo: number;
	/** The undone imports, and the changes that undid them. */
	readonly changes: ReadonlySet<number>;
	/** Whether an undo changed, added or removed this record. */
	has(kind: Kind, key: string): boolean;
}

/** Returns undefined if no import of the source is undone. */
export function undoneImports(db: Database.Database, source: string): UndoneImports | undefined {
	const undos = db
		.prepare<[string], { readonly id: number; readonly undoes: number }>(
			`SELECT u.id, u.undoes FROM changes u JOIN changes i ON i.id = u.undoes
			 WHERE i.command = 'import' AND i.source = ? AND u.id NOT IN (SELECT undoes FROM changes WHERE undoes IS NOT NULL)
			 ORDER BY u.id`,
		)
		.all(source);
	const last = undos.at(-1);
	if (last === undefined) return undefined;
	const edits = db.prepare<[number], string>("SELECT kind || ' ' || key FROM edits WHERE change = ?").pluck();
	const keys = new Set(undos.flatMap(({ id }) => edits.all(id)));
	return {
		undo: last.id,
		changes: new Set(undos.flatMap(({ id, undoes }) => [id, undoes])),
		has: (kind, key) => keys.has(`${kind} ${key}`),
	};
}
