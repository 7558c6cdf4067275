import type Database from 'better-sqlite3';
import { type Mention, withoutMention } from './mentions.ts';

/** How many mentions are read at once, to limit memory. */
const AT_ONCE = 1000;

/**
 * For each record that was removed by the latest changes, erases all values in the changes to that record. In the
 * changes to other records, erases only the values that name the removed record.
 *
 * @param before the number of the change just before the latest changes
 */
export function eraseRemoved(db: Database.Database, before: number): void {
	db.prepare(
		`UPDATE changes SET fields = NULL WHERE number IN (
			SELECT c.number FROM changes removal CROSS JOIN changes c
			ON c.kind = removal.kind AND c.id = removal.id AND c.fields IS NOT NULL
			WHERE removal.number > ? AND removal.op = 'removed')`,
	).run(before);
	const mentions = db.prepare<[number, number], Mention & { readonly number: number }>(
		`SELECT m.* FROM changes removal CROSS JOIN mentions m ON m.kind = removal.kind AND m.id = removal.id
		 WHERE removal.number > ? AND removal.op = 'removed' LIMIT ?`,
	);
	const read = db.prepare<[number], string | null>('SELECT fields FROM changes WHERE number = ?').pluck();
	const write = db.prepare('UPDATE changes SET fields = ? WHERE number = ?');
	const forget = db.prepare('DELETE FROM mentions WHERE kind = ? AND id = ? AND number = ?');
	for (;;) {
		const found = mentions.all(before, AT_ONCE);
		if (found.length === 0) return;
		for (const { kind, id, number } of found) {
			const fields = read.get(number);
			if (fields) write.run(JSON.stringify(withoutMention(JSON.parse(fields), { kind, id })), number);
			forget.run(kind, id, number);
		}
	}
}
