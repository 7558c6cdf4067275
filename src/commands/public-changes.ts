/** Prints public changes, and opens their history. */
import type Database from 'better-sqlite3';
import type { Hidden, PublishedChange } from '../release/history/hide.ts';
import { historyFile, openForReading } from '../release/history/history-file.ts';
import { closing } from '../shared/sqlite.ts';
import { UserError } from '../shared/user-error.ts';
import { count } from '../website/format/numbers.ts';
import { printTable } from './table.ts';

/** Runs `work` on the public history. @throws UserError when there is none */
export function withHistory<T>(out: string, work: (db: Database.Database) => T): T {
	const history = openForReading(historyFile(out));
	if (history === undefined)
		throw new UserError(`There is no history of changes in ${out}. The first build starts it.`);
	using db = closing(history.db);
	return work(db);
}

export function printPublishedChanges(changes: readonly PublishedChange[]): void {
	if (changes.length === 0) {
		console.log('There are no such changes.');
		return;
	}
	printTable(
		['publication', 'at', 'record', 'change', 'fields', ''],
		changes.map(({ publication, at, kind, id, op, fields, hidden }) => [
			String(publication),
			at,
			`${kind} ${id}`,
			op,
			fields.join(', '),
			hidden ? 'hidden' : '',
		]),
	);
}

/** @param isTrial whether nothing was written */
export function printHidden({ count: all, latest }: Hidden, isTrial: boolean): void {
	if (all === 0) {
		console.log('There are no such changes that are not hidden yet. To list all: npm run changes');
		return;
	}
	printPublishedChanges(latest);
	if (all > latest.length) console.log(`and ${all - latest.length} earlier ones`);
	console.log(
		isTrial
			? `${count(all, 'change')} would be hidden, and their values erased. That cannot be undone.`
			: `${count(all, 'change')} hidden, and their values erased. Pages and feeds lose them within a minute. Mirrors still get these changes, with the present values.`,
	);
}
