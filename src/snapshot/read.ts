/** Reads the records of a snapshot, as editors write them and as visitors see them. */
import type Database from 'better-sqlite3';
import type { Category } from '../catalog/category.ts';
import { columnsOfType, storedColumns } from '../catalog/columns.ts';
import type { Organization } from '../catalog/organization.ts';
import type { Program } from '../catalog/program.ts';
import type { Named, PublishedProgram, PublishedReview } from '../catalog/published.ts';
import { COLUMNS, KEY, KINDS, type Kind, type RecordOf } from '../catalog/records.ts';

/** The columns that the table of a kind stores. The query calls this table `table`. */
const columnsOf = (kind: Kind, table: string = kind) =>
	storedColumns(COLUMNS[kind]).map((column) => `${table}.${column}`);

const RECORDS: { readonly [K in Kind]: string } = {
	organizations: `SELECT ${columnsOf('organizations')} FROM organizations`,
	categories: `SELECT ${columnsOf('categories')} FROM categories`,
	programs: `SELECT ${columnsOf('programs', 'p')},
		(SELECT json_group_array(category ORDER BY position) FROM program_categories WHERE program = p.slug) AS categories
		FROM programs p`,
	reviews: `SELECT ${columnsOf('reviews', 'r')}, r.author AS author_username, a.display_name AS author_display_name,
		a.avatar_url AS author_avatar_url FROM reviews r LEFT JOIN authors a ON a.username = r.author`,
};

type Row = { [column: string]: unknown };

/** All records of a kind in the order of the file, including drafts. They are not validated: `check` does that. */
export function* records<K extends Kind>(db: Database.Database, kind: K): Generator<RecordOf<K>> {
	for (const row of db.prepare<[], Row>(RECORDS[kind]).iterate()) {
		yield (kind === 'programs' ? programOf(row) : row) as RecordOf<K>;
	}
}

/** Looks up stored records by slug or ID. */
export function recordFinder(db: Database.Database) {
	const find = Object.fromEntries(
		KINDS.map((kind) => [kind, db.prepare<[string], Row>(`${RECORDS[kind]} WHERE ${KEY[kind]} = ?`)]),
	);
	return <K extends Kind>(kind: K, key: string): RecordOf<K> | undefined => {
		const row = find[kind]?.get(key);
		return (row && kind === 'programs' ? programOf(row) : row) as RecordOf<K> | undefined;
	};
}

/** Looks up authors of reviews by username. */
export function authorFinder(db: Database.Database) {
	const find = db.prepare<[string], { display_name: string; avatar_url: string | null }>(
		'SELECT display_name, avatar_url FROM authors WHERE username = ?',
	);
	return (username: string) => find.get(username);
}

function programOf(row: Row): Program {
	row.categories = JSON.parse(row.categories as string);
	return withValues(row) as unknown as Program;
}

const BOOLEANS = columnsOfType(COLUMNS.programs, 'boolean');
const LISTS = columnsOfType(COLUMNS.programs, 'keywords', 'countries');

/** Turns 0 and 1 into booleans, and texts into lists. Other values stay unchanged, so that `check` finds them. */
function withValues(row: Row): Row {
	for (const column of LISTS) {
		if (typeof row[column] === 'string') row[column] = row[column].split(';');
	}
	for (const column of BOOLEANS) {
		if (row[column] === 0 || row[column] === 1) row[column] = row[column] === 1;
	}
	return row;
}

/** The published programs, sorted by slug. */
export function* publishedPrograms(db: Database.Database): Generator<PublishedProgram> {
	const rows = db
		.prepare<[], Row>(
			`SELECT ${columnsOf('programs', 'p')}, o.name AS organization_name,
				(SELECT json_group_array(json_object('slug', c.slug, 'name', c.name) ORDER BY pc.position)
				 FROM program_categories pc JOIN categories c ON c.slug = pc.category WHERE pc.program = p.slug) AS categories,
				r.rating_average, coalesce(r.review_count, 0) AS review_count
			 FROM programs p JOIN organizations o ON o.slug = p.organization
			 LEFT JOIN (SELECT program, avg(rating) AS rating_average, count(*) AS review_count
				FROM reviews WHERE status = 'published' GROUP BY program) r ON r.program = p.slug
			 WHERE p.status = 'published' ORDER BY p.slug`,
		)
		.iterate();
	for (const row of rows) {
		const { organization: slug, organization_name: name, status: _, ...program } = withValues(row);
		yield {
			...program,
			organization: { slug, name } as Named,
			categories: JSON.parse(row.categories as string),
		} as unknown as PublishedProgram;
	}
}

/**
 * The published reviews of published programs, sorted by program. The reviews of a program are sorted from newest to
 * oldest, and those of the same second by ID. Programs and authors are read first and kept in memory, because looking
 * them up in the file for each review would take longer than reading the reviews.
 */
export function* publishedReviews(db: Database.Database): Generator<PublishedReview> {
	const programs = new Map<string, Named>();
	for (const program of db.prepare<[], Named>("SELECT slug, name FROM programs WHERE status = 'published'").iterate()) {
		programs.set(program.slug, program);
	}
	const authors = new Map<string, Row>();
	for (const author of db.prepare<[], Row>('SELECT username, display_name, avatar_url FROM authors').iterate()) {
		authors.set(author.username as string, author);
	}
	const rows = db
		.prepare<[], Row>(
			`SELECT id, program, author AS author_username, rating, title, upvotes, created_at, updated_at, body
			 FROM reviews WHERE status = 'published' ORDER BY program, created_at DESC, id`,
		)
		.iterate();
	for (const row of rows) {
		const program = programs.get(row.program as string);
		if (program === undefined) continue;
		const { display_name, avatar_url } = authors.get(row.author_username as string)!;
		row.program = program;
		row.author_display_name = display_name;
		row.author_avatar_url = avatar_url;
		yield row as unknown as PublishedReview;
	}
}

/** All organizations, sorted by slug, each with the number of its published programs. */
export function organizationsWithCounts(db: Database.Database): (Organization & { program_count: number })[] {
	return db
		.prepare<[], Organization & { program_count: number }>(
			`SELECT o.*, (SELECT count(*) FROM programs p WHERE p.organization = o.slug AND p.status = 'published') AS program_count
			 FROM organizations o ORDER BY o.slug`,
		)
		.all();
}

/** All categories, sorted by slug, each with the number of its published programs. */
export function categoriesWithCounts(db: Database.Database): (Category & { program_count: number })[] {
	return db
		.prepare<[], Category & { program_count: number }>(
			`SELECT c.*, (SELECT count(*) FROM program_categories pc JOIN programs p ON p.slug = pc.program
				WHERE pc.category = c.slug AND p.status = 'published') AS program_count
			 FROM categories c ORDER BY c.slug`,
		)
		.all();
}
