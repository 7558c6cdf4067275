/** Writes the log of changes: which edits were made to the records of a snapshot, when, by whom and why. */
import { userInfo } from 'node:os';
import type Database from 'better-sqlite3';
import { KEY, type Kind, keyOf, type RecordOf } from '../../catalog/records.ts';
import type { Review } from '../../catalog/review.ts';
import { authorFinder, recordFinder } from '../read.ts';
import type { RecordRedirect } from '../redirects.ts';
import type { RecordKey } from '../removals.ts';
import { type ChangeWithEdits, type Edit, findChange, valuesThatDiffer } from './read-changes.ts';

/** The facts about a change, apart from its edits. */
export interface ChangeOrigin {
	/** What makes the change, such as `import`. */
	readonly command: string;
	/** The name of the source, if the change is an import. */
	readonly source?: string | undefined;
	/** Why the change is made, in the user's words. */
	readonly because?: string | undefined;
	/** The ID of the change that this change undoes. */
	readonly undoes?: number | undefined;
	/** A timestamp. */
	readonly at: string;
}

/**
 * Logs edits. Call `upsert`, `remove` and `rename` before the records are written, because they read the stored records.
 */
export interface ChangeLog {
	upsert<K extends Kind>(kind: K, record: RecordOf<K>): void;
	remove(kind: Kind, key: string): void;
	rename(kind: Kind, key: string, renamed: string): void;
	/** Logs that a redirect is replaced, removed or set by itself. */
	redirect(kind: Kind, slug: string, before: RecordRedirect | undefined, after: RecordRedirect | undefined): void;
	/** Logs that a record is removed and its values are erased. */
	erase(kind: Kind, key: string): void;
	/** Returns the change with its edits so far. Undefined if there are none. */
	logged(): ChangeWithEdits | undefined;
}

/** Prepares the log of one change. The change is added to the log with its first edit. */
export function changeLog(db: Database.Database, origin: ChangeOrigin): ChangeLog {
	const insert = db.prepare('INSERT INTO edits (change, kind, key, before, after) VALUES (?, ?, ?, ?, ?)');
	const insertRedirect = db.prepare(
		'INSERT INTO redirect_edits (change, kind, slug, before, after) VALUES (?, ?, ?, ?, ?)',
	);
	const find = recordFinder(db);
	const findAuthor = authorFinder(db);
	const otherReviews = db
		.prepare<[string, string], string>('SELECT id FROM reviews WHERE author = ? AND id <> ?')
		.pluck();
	let change: number | bigint | undefined;

	function add({ kind, key, before, after }: Omit<Edit, 'change'>): void {
		change ??= insertChange(db, origin);
		insert.run(change, kind, key, before && JSON.stringify(before), after && JSON.stringify(after));
	}

	function addUpsert<K extends Kind>(kind: K, before: RecordOf<K> | undefined, after: RecordOf<K>): void {
		const values = valuesThatDiffer(before, after);
		if (values.after !== undefined) add({ kind, key: keyOf(kind, after), ...values });
	}

	/** If a review changes its author's data, logs an edit of each of the author's other reviews. */
	function addOtherReviews(review: Review): void {
		const { author_username, author_display_name, author_avatar_url } = review;
		const author = findAuthor(author_username);
		if (author === undefined) return;
		if (author.display_name === author_display_name && author.avatar_url === author_avatar_url) return;
		for (const id of otherReviews.all(author_username, review.id)) {
			const before = find('reviews', id)!;
			addUpsert('reviews', before, { ...before, author_display_name, author_avatar_url });
		}
	}

	return {
		upsert(kind, record) {
			if (kind === 'reviews') addOtherReviews(record as Review);
			addUpsert(kind, find(kind, keyOf(kind, record)), record);
		},
		remove: (kind, key) => add({ kind, key, before: { ...find(kind, key) }, after: undefined }),
		rename: (kind, key, renamed) =>
			add({ kind, key: renamed, before: { [KEY[kind]]: key }, after: { [KEY[kind]]: renamed } }),
		redirect(kind, slug, before, after) {
			change ??= insertChange(db, origin);
			const text = (redirect: RecordRedirect | undefined) => (redirect === undefined ? null : JSON.stringify(redirect));
			insertRedirect.run(change, kind, slug, text(before), text(after));
		},
		erase: (kind, key) => add({ kind, key, before: undefined, after: undefined }),
		logged: () => (change === undefined ? undefined : findChange(db, Number(change))),
	};
}

/** Adds a change without edits. Returns its ID. */
export function insertChange(
	db: Database.Database,
	{ command, source, because, undoes, at }: ChangeOrigin,
): number | bigint {
	return db
		.prepare('INSERT INTO changes (at, by, command, source, because, undoes) VALUES (?, ?, ?, ?, ?, ?)')
		.run(at, userName(), command, source, because, undoes).lastInsertRowid;
}

/** Returns the name of the user who runs this process, or null if the system does not know the name. */
function userName(): string | null {
	try {
		return userInfo().username;
	} catch {
		return null;
	}
}

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
