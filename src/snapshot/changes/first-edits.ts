/** The edits of the first import, which the log does not contain: they would double the size of a new file. */
import type Database from 'better-sqlite3';
import { KINDS } from '../../catalog/records.ts';
import { recordFinder } from '../read.ts';
import { statedKeys } from '../sources.ts';
import { type Edit, recordEdits, type Values } from './read-changes.ts';

/** Returns an addition for each record of the first import, with its first values. Empty for all other changes. */
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
			const after: Values = Object.assign({ ...record }, ...edits(kind, key).map(({ before }) => before));
			return [{ change, kind, key, before: undefined, after }];
		}),
	);
}
