/** Reads a snapshot's records, either as editors write them or as visitors see them. */
import type Database from 'better-sqlite3';
import { columnsOfType, storedColumns } from '../catalog/columns.ts';
import { OFFER_COLUMNS } from '../catalog/offer.ts';
import type { Program } from '../catalog/program.ts';
import type { PublishedProgram, PublishedReview } from '../catalog/published.ts';
import { byKind, COLUMNS, KEY, KINDS, type Kind, type RecordOf } from '../catalog/records.ts';
import { REVIEW_FACTS } from '../catalog/review.ts';

/** Returns the stored columns of a kind of records. @param table the name of their table in the query */
const columnsOf = (kind: Kind, table: string = kind) =>
	storedColumns(COLUMNS[kind]).map((column) => `${table}.${column}`);

/** Selects an offer as JSON. Snapshots of version 6 have empty texts for unknown ones. */
const OFFER = Object.entries(OFFER_COLUMNS).map(([name, { type }]) => {
	const value = type === 'boolean' ? `json(iif(${name}, 'true', 'false'))` : `"${name}"`;
	return `'${name}', ${type === 'line' ? `nullif(${value}, '')` : value}`;
});

const OFFERS = `(SELECT json_group_array(json_object(${OFFER}) ORDER BY position)
	FROM offers WHERE program = p.slug) AS offers`;

const RECORDS: { readonly [K in Kind]: string } = {
	organizations: `SELECT ${columnsOf('organizations')} FROM organizations`,
	categories: `SELECT ${columnsOf('categories')} FROM categories`,
	programs: `SELECT ${columnsOf('programs', 'p')},
		(SELECT json_group_array(category ORDER BY position) FROM program_categories WHERE program = p.slug) AS categories,
		${OFFERS}
		FROM programs p`,
	reviews: `SELECT ${columnsOf('reviews', 'r')}, r.author AS author_username, a.display_name AS author_display_name,
		a.avatar_url AS author_avatar_url FROM reviews r LEFT JOIN authors a ON a.username = r.author`,
};

/** The tables whose rows belong to records of a kind, and the column with the slug or ID of a row's record. */
export const RECORD_TABLES: readonly { readonly kind: Kind; readonly table: string; readonly key: string }[] = [
	...KINDS.map((kind) => ({ kind, table: kind, key: KEY[kind] })),
	{ kind: 'programs', table: 'program_categories', key: 'program' },
	{ kind: 'programs', table: 'offers', key: 'program' },
];

type Row = { [column: string]: unknown };

/**
 * Reads the records of a kind, including drafts. Does not validate them, because `check` does that.
 *
 * @param keys the slugs or IDs of the records to read. If undefined, all records are read
 */
export function* records<K extends Kind>(
	db: Database.Database,
	kind: K,
	keys?: ReadonlySet<string>,
): Generator<RecordOf<K>> {
	const { where, values } = rowsWith(KEY[kind], keys);
	for (const row of db.prepare<string[], Row>(`${RECORDS[kind]} WHERE ${where}`).iterate(...values)) {
		yield (kind === 'programs' ? programOf(row) : row) as RecordOf<K>;
	}
}

/** An SQL condition, and the values of its parameters. */
interface Condition {
	readonly where: string;
	readonly values: readonly string[];
}

/** Returns a condition that matches the rows whose `column` is one of the keys, or all rows if `keys` is undefined. */
function rowsWith(column: string, keys: ReadonlySet<string> | undefined): Condition {
	if (keys === undefined) return { where: 'TRUE', values: [] };
	return { where: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify([...keys])] };
}

/** Returns a function that tells whether there is a record. */
export function existenceChecker(db: Database.Database): (kind: Kind, key: string) => boolean {
	const exists = byKind((kind) =>
		db.prepare<[string], 0 | 1>(`SELECT EXISTS (SELECT 1 FROM ${kind} WHERE ${KEY[kind]} = ?)`).pluck(),
	);
	return (kind, key) => exists[kind].get(key) === 1;
}

export function recordFinder(db: Database.Database) {
	const find = byKind((kind) => db.prepare<[string], Row>(`${RECORDS[kind]} WHERE ${KEY[kind]} = ?`));
	return <K extends Kind>(kind: K, key: string): RecordOf<K> | undefined => {
		const row = find[kind].get(key);
		return (row && kind === 'programs' ? programOf(row) : row) as RecordOf<K> | undefined;
	};
}

export function recordKeys(db: Database.Database, kind: Kind): string[] {
	return db.prepare<[], string>(`SELECT ${KEY[kind]} FROM ${kind}`).pluck().all();
}

export function authorFinder(db: Database.Database) {
	const find = db.prepare<[string], { display_name: string; avatar_url: string | null }>(
		'SELECT display_name, avatar_url FROM authors WHERE username = ?',
	);
	return (username: string) => find.get(username);
}

function programOf(row: Row): Program {
	row.categories = JSON.parse(row.categories as string);
	row.offers = JSON.parse(row.offers as string);
	row.commission_evidence = JSON.parse((row.commission_evidence as string | null) ?? 'null');
	return withValues(row) as unknown as Program;
}

const BOOLEANS = columnsOfType(COLUMNS.programs, 'boolean');
const LISTS = columnsOfType(COLUMNS.programs, 'keywords', 'names', 'countries');

/**
 * Converts 0 and 1 in boolean columns to booleans, and text in list columns to lists. Other values stay unchanged, so
 * that `check` finds them.
 */
function withValues(row: Row): Row {
	for (const column of LISTS) {
		if (typeof row[column] === 'string') row[column] = row[column].split(';');
	}
	for (const column of BOOLEANS) {
		if (row[column] === 0 || row[column] === 1) row[column] = row[column] === 1;
	}
	return row;
}

/** Returns the latest last day of a published program's offer that has passed, such as `2026-07-01`. Null if none has. */
export function latestExpiry(db: Database.Database): string | null {
	const today = new Date().toISOString().slice(0, 10);
	return db
		.prepare<[string], string | null>(
			`SELECT max(day) FROM (
				SELECT slug, commission_until AS day FROM programs UNION ALL SELECT program, until FROM offers
			 ) JOIN programs USING (slug) WHERE status = 'published' AND day < ?`,
		)
		.pluck()
		.get(today)!;
}

const PUBLISHED_COLUMNS = columnsOf('programs', 'p').filter(
	(column) => !['p.status', 'p.organization'].includes(column),
);

/** Reads the published programs, sorted by slug. @param slugs the programs to read. If undefined, all are read */
export function* publishedPrograms(db: Database.Database, slugs?: ReadonlySet<string>): Generator<PublishedProgram> {
	const wanted = slugs && JSON.stringify([...slugs]);
	const isWanted = (column: string) => (slugs ? `${column} IN (SELECT value FROM json_each(:wanted))` : 'TRUE');
	const select = `
		SELECT ${PUBLISHED_COLUMNS}, json_object('slug', o.slug, 'name', o.name) AS organization,
			(SELECT json_group_array(json_object('slug', c.slug, 'name', c.name) ORDER BY pc.position)
			 FROM program_categories pc JOIN categories c ON c.slug = pc.category WHERE pc.program = p.slug) AS categories,
			${OFFERS}, r.rating_average, coalesce(r.review_count, 0) AS review_count, r.reviewed_at
		FROM programs p JOIN organizations o ON o.slug = p.organization
		LEFT JOIN (SELECT program, avg(rating) AS rating_average, count(*) AS review_count, max(updated_at) AS reviewed_at
			FROM reviews WHERE status = 'published' AND ${isWanted('program')} GROUP BY program) r ON r.program = p.slug
		WHERE p.status = 'published' AND ${isWanted('p.slug')} ORDER BY p.slug`;
	for (const row of db.prepare<{ wanted?: string | undefined }, Row>(select).iterate({ wanted })) {
		row.organization = JSON.parse(row.organization as string);
		yield programOf(row) as unknown as PublishedProgram;
	}
}

/** Selects the published reviews of published programs. More conditions can be appended. */
const PUBLISHED_REVIEWS = `SELECT r.id, r.author AS author_username, r.rating, r.title, r.upvotes, r.created_at, r.updated_at,
		r.body, ${REVIEW_FACTS.map((column) => `r.${column}`)}, p.slug, p.name, a.display_name AS author_display_name, a.avatar_url AS author_avatar_url
	FROM reviews r JOIN programs p ON p.slug = r.program LEFT JOIN authors a ON a.username = r.author
	WHERE r.status = 'published' AND p.status = 'published'`;
const NEWEST_FIRST = 'ORDER BY r.created_at DESC, r.id';

function reviewOf({ slug, name, ...review }: Row): PublishedReview {
	return { ...review, program: { slug, name } } as unknown as PublishedReview;
}

/** Returns a function that reads a published program's published reviews, newest first. */
export function publishedReviewsFinder(db: Database.Database): (slug: string) => PublishedReview[] {
	const find = db.prepare<[string], Row>(`${PUBLISHED_REVIEWS} AND r.program = ? ${NEWEST_FIRST}`);
	return (slug) => find.all(slug).map(reviewOf);
}

export type ReviewDate = Pick<PublishedReview, 'id' | 'updated_at'>;

/**
 * Returns a function that reads the IDs and update times of a program's published reviews, newest first. Does not check
 * that the program is published.
 */
export function reviewDatesFinder(db: Database.Database): (slug: string) => ReviewDate[] {
	const find = db.prepare<[string], ReviewDate>(
		`SELECT id, updated_at FROM reviews r WHERE r.program = ? AND r.status = 'published' ${NEWEST_FIRST}`,
	);
	return (slug) => find.all(slug);
}

/** The condition that a review and its program are published, for queries that do not join `programs`. */
const IS_PUBLISHED = `status = 'published' AND program IN (SELECT slug FROM programs WHERE status = 'published')`;

/** Reads the newest published reviews of published programs, newest first. */
export function newestReviews(db: Database.Database, count: number): PublishedReview[] {
	return db
		.prepare<[number], Row>(
			`${PUBLISHED_REVIEWS} AND r.id IN (
				SELECT id FROM reviews r WHERE ${IS_PUBLISHED} ${NEWEST_FIRST} LIMIT ?) ${NEWEST_FIRST}`,
		)
		.all(count)
		.map(reviewOf);
}

/** Reads the ratings of all published reviews of published programs, in any order. */
export function publishedRatings(db: Database.Database): number[] {
	return db.prepare<[], number>(`SELECT rating FROM reviews WHERE ${IS_PUBLISHED}`).pluck().all();
}

/** The condition that visitors can see a record, for the kinds of records that can be hidden. */
const IS_VISIBLE: { readonly [K in Kind]?: string } = {
	programs: "status = 'published'",
	// Not `program IN (SELECT …)`, for which SQLite reads all programs each time.
	reviews: `status = 'published' AND EXISTS (
		SELECT 1 FROM programs p WHERE p.slug = reviews.program AND p.status = 'published')`,
};

/** Returns a function that says whether a record exists and visitors can see it. */
export function visibleFinder(db: Database.Database): (kind: Kind, key: string) => boolean {
	const find = byKind((kind) =>
		db.prepare<[string]>(`SELECT 1 FROM ${kind} WHERE ${KEY[kind]} = ? AND ${IS_VISIBLE[kind] ?? 'TRUE'}`),
	);
	return (kind, key) => find[kind].get(key) !== undefined;
}

/**
 * Returns a function that says whether visitors can see a record, or may have seen a record with its slug or ID before:
 * the log of changes says that it was published.
 */
export function formerlyVisibleFinder(db: Database.Database): (kind: Kind, key: string) => boolean {
	const isVisible = visibleFinder(db);
	const wasPublished = db.prepare<[Kind, string]>(
		"SELECT 1 FROM edits WHERE kind = ? AND key = ? AND 'published' IN (before ->> 'status', after ->> 'status')",
	);
	return (kind, key) => isVisible(kind, key) || wasPublished.get(kind, key) !== undefined;
}
