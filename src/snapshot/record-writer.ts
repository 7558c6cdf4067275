import type Database from 'better-sqlite3';
import { storedColumns } from '../catalog/columns.ts';
import { type ListedOffer, OFFER_COLUMNS } from '../catalog/offer.ts';
import type { Program } from '../catalog/program.ts';
import { byKind, COLUMNS, KEY, type Kind, keyOf, type RecordOf } from '../catalog/records.ts';
import type { Review } from '../catalog/review.ts';
import { type ChangeLog, eraseEdits } from './changes/change-log.ts';
import { formerlyVisibleFinder, visibleFinder } from './read.ts';
import { type RecordRedirect, redirectsThrough, redirectWriter } from './redirects.ts';
import { type SourceWriter, sourceWriter } from './sources.ts';

/** Writes records. The slugs that records lose become redirects. */
export interface SnapshotWriter {
	/** Writes a record. It replaces the stored record or redirect that has the same slug or ID, if there is one. */
	upsert<K extends Kind>(kind: K, record: RecordOf<K>): void;
	/**
	 * Removes a record, and redirects its slug or ID. No other record may refer to it. If visitors could not see the
	 * record and nothing replaces it, there is no redirect, because that would tell that it existed.
	 *
	 * @param successor the slug of the record that replaces it, or null if it is gone
	 */
	remove(kind: Kind, key: string, successor?: string | null): void;
	/**
	 * Gives a record another slug, also in the records that refer to it, and redirects the former one. No record may have
	 * that slug.
	 */
	rename(kind: Exclude<Kind, 'reviews'>, slug: string, renamed: string): void;
	/** Makes a slug that no record has lead elsewhere, or nowhere. */
	redirect(kind: Kind, slug: string, redirect: RecordRedirect | undefined): void;
	/** Removes a record like `remove`, and all values of it in the log of changes and in what sources said. */
	erase(kind: Kind, key: string): void;
	readonly sources: SourceWriter;
}

/** Writes records to a database that is open for writing. @param log where to log the edits, if anywhere */
export function writerOf(db: Database.Database, log?: ChangeLog): SnapshotWriter {
	const write: { [K in Kind]: (record: RecordOf<K>) => void } = {
		organizations: upsertInto(db, 'organizations', 'slug', storedColumns(COLUMNS.organizations)),
		categories: upsertInto(db, 'categories', 'slug', storedColumns(COLUMNS.categories)),
		programs: programWriter(db),
		reviews: reviewWriter(db),
	};
	const remove = byKind((kind) => db.prepare<[string]>(`DELETE FROM ${kind} WHERE ${KEY[kind]} = ?`));
	const authorOf = db.prepare<[string], string>('SELECT author FROM reviews WHERE id = ?').pluck();
	const removeAuthor = db.prepare<[string]>(
		'DELETE FROM authors WHERE username = ? AND NOT EXISTS (SELECT 1 FROM reviews WHERE author = authors.username)',
	);
	const removeAuthors = db.prepare('DELETE FROM authors WHERE username NOT IN (SELECT author FROM reviews)');
	const writeRedirect = redirectWriter(db);
	const lead = (kind: Kind, slug: string, redirect: RecordRedirect | undefined, logsNew = false) => {
		const before = writeRedirect(kind, slug, redirect);
		const isLogged = logsNew || before !== undefined;
		if (isLogged && before?.target !== redirect?.target) log?.redirect(kind, slug, before, redirect);
	};
	const sources = sourceWriter(db);
	const isVisible = visibleFinder(db);
	const wasVisible = formerlyVisibleFinder(db);
	const removeRecord: SnapshotWriter['remove'] = (kind, key, successor = null) => {
		if (successor !== null || isVisible(kind, key)) lead(kind, key, redirectTo(successor, wasVisible(kind, key)));
		const author = kind === 'reviews' ? authorOf.get(key) : undefined;
		remove[kind].run(key);
		if (author !== undefined) removeAuthor.run(author);
	};
	return {
		upsert(kind, record) {
			log?.upsert(kind, record);
			write[kind](record);
			lead(kind, keyOf(kind, record), undefined);
		},
		remove(kind, key, successor) {
			log?.remove(kind, key);
			removeRecord(kind, key, successor);
		},
		rename(kind, slug, renamed) {
			log?.rename(kind, slug, renamed);
			const wasPublic = wasVisible(kind, slug);
			db.prepare(`UPDATE ${kind} SET slug = ? WHERE slug = ?`).run(renamed, slug);
			lead(kind, renamed, undefined);
			lead(kind, slug, redirectTo(renamed, wasPublic));
			sources.rename(kind, slug, renamed);
		},
		redirect: (kind, slug, redirect) => lead(kind, slug, redirect, true),
		erase(kind, key) {
			log?.erase(kind, key);
			// Records that were merged into it are erased too.
			const slugs = [key, ...redirectsThrough(db, kind, new Set([key]))];
			for (const slug of slugs.flatMap((slug) => eraseEdits(db, kind, slug))) sources.erase(kind, slug);
			removeRecord(kind, key);
			// Another author may have been left behind when the review got its present one.
			if (kind === 'reviews') removeAuthors.run();
		},
		sources,
	};
}

function redirectTo(target: string | null, wasPublic: boolean): RecordRedirect {
	return { target, was_public: wasPublic ? 1 : 0 };
}

function programWriter(db: Database.Database): (program: Program) => void {
	const upsert = upsertInto(db, 'programs', 'slug', storedColumns(COLUMNS.programs));
	const clear = db.prepare('DELETE FROM program_categories WHERE program = ?');
	const add = db.prepare('INSERT INTO program_categories (program, position, category) VALUES (?, ?, ?)');
	const writeOffers = offersWriter(db);
	return ({ categories, offers, ...program }) => {
		upsert(program);
		clear.run(program.slug);
		categories.forEach((category, index) => {
			add.run(program.slug, index + 1, category);
		});
		writeOffers(program.slug, offers);
	};
}

function offersWriter(db: Database.Database): (program: string, offers: readonly ListedOffer[]) => void {
	const columns = Object.keys(OFFER_COLUMNS) as (keyof ListedOffer)[];
	const clear = db.prepare('DELETE FROM offers WHERE program = ?');
	const add = db.prepare(`INSERT INTO offers (program, position, ${columns}) VALUES (?, ?, ${columns.map(() => '?')})`);
	return (program, offers) => {
		clear.run(program);
		offers.forEach((offer, index) => {
			add.run(program, index + 1, ...columns.map((column) => stored(offer[column])));
		});
	};
}

function reviewWriter(db: Database.Database): (review: Review) => void {
	const upsertAuthor = upsertInto(db, 'authors', 'username', ['username', 'display_name', 'avatar_url']);
	const upsert = upsertInto(db, 'reviews', 'id', [...storedColumns(COLUMNS.reviews), 'author']);
	// The data last written for each author. Most reviews repeat this data, and repeated data is not written again.
	const written = new Map<string, string>();
	return ({ author_username, author_display_name, author_avatar_url, ...review }) => {
		const author = { username: author_username, display_name: author_display_name, avatar_url: author_avatar_url };
		const data = `${author_display_name}\n${author_avatar_url}`;
		if (written.get(author_username) !== data) upsertAuthor(author);
		written.set(author_username, data);
		upsert({ ...review, author: author_username });
	};
}

function upsertInto(db: Database.Database, table: string, key: string, columns: readonly string[]) {
	const updates = columns.filter((column) => column !== key).map((column) => `${column} = excluded.${column}`);
	const statement = db.prepare(
		`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
		 ON CONFLICT (${key}) DO UPDATE SET ${updates.join(', ')}`,
	);
	return (record: { readonly [column: string]: unknown }) => {
		statement.run(columns.map((column) => stored(record[column])));
	};
}

/** Converts a value to the form in which it is stored, because SQLite has no booleans, lists and objects. */
function stored(value: unknown): unknown {
	if (typeof value === 'boolean') return Number(value);
	if (Array.isArray(value)) return value.join(';');
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
