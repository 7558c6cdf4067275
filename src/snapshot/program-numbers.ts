import type Database from 'better-sqlite3';

/** The maximum ratio of unused numbers to used ones. */
const MOST_GAPS = 3;
/** The largest row ID that can be used as a number. Each kind of record can use only part of the 32-bit item IDs. */
const LARGEST = 2 ** 30 - 1;

/** The kinds of records that have slugs and are numbered. */
type Numbered = 'programs' | 'organizations';

/**
 * Numbers the programs or organizations of a snapshot from 0, with few gaps. A record keeps its number when other
 * records are added, changed or removed, because the number is SQLite's row ID minus 1. If the table has no usable row
 * IDs, its records are numbered by slug.
 */
export function slugNumbers(db: Database.Database, kind: Numbered): ReadonlyMap<string, number> {
	const number = hasUsableRowIds(db, kind) ? 'rowid - 1' : 'row_number() OVER (ORDER BY slug) - 1';
	return new Map(db.prepare<[], [string, number]>(`SELECT slug, ${number} FROM main.${kind}`).raw().all());
}

/**
 * Returns a function that looks up the number of a program or an organization by its slug. The snapshot must
 * be a copy: see `copySnapshot`.
 */
export function slugNumber(db: Database.Database, kind: Numbered): (slug: string) => number | undefined {
	const find = db.prepare<[string], number>(`SELECT rowid - 1 FROM ${kind} WHERE slug = ?`).pluck();
	return (slug) => find.get(slug);
}

/**
 * Returns SQL for the number of a published review. Numbers start at 1. The number is the row ID, so that SQLite can
 * read reviews in the order of their numbers without sorting them. If the table has no usable row IDs, the reviews are
 * numbered in the order of their IDs.
 */
export function reviewNumber(db: Database.Database): string {
	const isView = db.prepare("SELECT 1 FROM pragma_table_list('reviews') WHERE type = 'view'").get() !== undefined;
	return !isView && hasUsableRowIds(db, 'reviews') ? 'rowid' : 'row_number() OVER (ORDER BY id)';
}

/** The kinds whose row IDs number records. */
export const NUMBERED = ['programs', 'organizations', 'reviews'] as const;

/**
 * Whether the row IDs of a kind can be used as record numbers. If so, each record keeps its number when other records
 * change.
 */
export function hasUsableRowIds(db: Database.Database, table: (typeof NUMBERED)[number]): boolean {
	const isWithoutIds = db
		.prepare("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?")
		.pluck()
		.get(table);
	if (isWithoutIds === 1) return false;
	const { count, first, last } = db
		.prepare<[], { count: number; first: number | null; last: number | null }>(
			`SELECT count(*) AS count, min(rowid) AS first, max(rowid) AS last FROM main.${table}`,
		)
		.get()!;
	return first === null || last === null || (first > 0 && last <= Math.min(LARGEST, count * (MOST_GAPS + 1)));
}
