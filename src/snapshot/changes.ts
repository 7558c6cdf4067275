/** The log of changes to the records of a snapshot. */
import { userInfo } from 'node:os';
import type Database from 'better-sqlite3';
import { KEY, type Kind, type RecordOf } from '../catalog/records.ts';
import type { Review } from '../catalog/review.ts';
import { authorFinder, recordFinder } from './read.ts';

export interface Origin {
	readonly command: string;
	readonly at: string;
}

/**
 * Prepares the log of a snapshot that is open for writing. Call the returned function before you write a record,
 * because the function compares the new record with the stored one.
 */
export function changeLog(db: Database.Database, { command, at }: Origin) {
	const by = userName();
	const insert = db.prepare(
		'INSERT INTO changes (at, by, command, kind, key, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)',
	);
	const find = recordFinder(db);
	const findAuthor = authorFinder(db);
	const otherReviews = db
		.prepare<[string, string], string>('SELECT id FROM reviews WHERE author = ? AND id <> ?')
		.pluck();

	function add<K extends Kind>(kind: K, before: RecordOf<K> | undefined, after: RecordOf<K>): void {
		const key = (after as never)[KEY[kind]];
		if (before === undefined) {
			insert.run(at, by, command, kind, key, null, '{}');
			return;
		}
		const columns = changedColumns(before, after);
		if (columns.length === 0) return;
		insert.run(at, by, command, kind, key, JSON.stringify(before, columns), JSON.stringify(after, columns));
	}

	/** If a review changes its author's data, logs a change to each of the author's other reviews. */
	function addOtherReviews(review: Review): void {
		const { author_username, author_display_name, author_avatar_url } = review;
		const author = findAuthor(author_username);
		if (author === undefined) return;
		if (author.display_name === author_display_name && author.avatar_url === author_avatar_url) return;
		for (const id of otherReviews.all(author_username, review.id)) {
			const before = find('reviews', id)!;
			add('reviews', before, { ...before, author_display_name, author_avatar_url });
		}
	}

	return <K extends Kind>(kind: K, record: RecordOf<K>): void => {
		if (kind === 'reviews') addOtherReviews(record as Review);
		add(kind, find(kind, (record as never)[KEY[kind]]), record);
	};
}

function changedColumns(before: object, after: object): string[] {
	return Object.entries(after)
		.filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(before[column as never]))
		.map(([column]) => column);
}

/** Returns the name of the user who runs this process, or null if the system does not know the name. */
function userName(): string | null {
	try {
		return userInfo().username;
	} catch {
		return null;
	}
}
