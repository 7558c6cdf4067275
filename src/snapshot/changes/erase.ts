/** Takes the values of records out of the log of changes. */
import type Database from 'better-sqlite3';
import type { Kind } from '../../catalog/records.ts';
import type { RecordKey } from '../removals.ts';

/**
 * Erases the values of all edits of a record, also of those under its former slugs. Returns all slugs that it had.
 * Edits of another record that had one of these slugs earlier stay.
 */
export function eraseEdits(db: Database.Database, kind: Kind, key: string): string[] {
	const all = db.prepare<[string, string, number], { seq: number; before: string | null; after: string | null }>(
		'SELECT seq, before, after FROM edits WHERE kind = ? AND key = ? AND seq < ? ORDER BY seq DESC',
	);
	/** Finds when a record with this slug got another one. What was edited under this slug before that is another record. */
	const renamedAway = db
		.prepare<[string, string, number], number | null>(
			`SELECT max(seq) FROM edits WHERE kind = ? AND after IS NOT NULL AND before ->> '$.slug' = ? AND seq < ?`,
		)
		.pluck();
	const erase = db.prepare<[number]>('UPDATE edits SET before = NULL, after = NULL WHERE seq = ?');
	const slugs: string[] = [];
	let end = Number.MAX_SAFE_INTEGER;
	for (let slug: string | undefined = key; slug !== undefined; ) {
		slugs.push(slug);
		const start: number = renamedAway.get(kind, slug, end) ?? 0;
		let former: string | undefined;
		for (const { seq, before, after } of all.all(kind, slug, end)) {
			if (seq <= start) break;
			erase.run(seq);
			if (before === null || after === null) continue;
			const { slug: earlier } = JSON.parse(before) as { readonly slug?: string };
			if (earlier === undefined) continue;
			[former, end] = [earlier, seq];
			break;
		}
		slug = former;
	}
	return slugs;
}

/** Returns the records whose values were erased at some time. A record with the same slug can exist again. */
export function erasedRecords(db: Database.Database): RecordKey[] {
	return db.prepare<[], RecordKey>('SELECT DISTINCT kind, key FROM edits WHERE before IS NULL AND after IS NULL').all();
}
