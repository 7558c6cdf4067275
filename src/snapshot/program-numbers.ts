import type Database from 'better-sqlite3';

/** The maximum ratio of unused numbers to used ones. */
const MOST_GAPS = 3;
/** The largest row ID that can be used as a number, because numbers are stored in 32 bits. */
const LARGEST = 2 ** 31 - 1;

/**
 * Numbers the programs of a snapshot from 0, with few gaps. A program keeps its number when others are added, changed or
 * removed, because the number is SQLite's row ID. If the table has no usable row IDs, its programs are numbered by slug.
 */
export function programNumbers(db: Database.Database): ReadonlyMap<string, number> {
	const number = hasNumbers(db, 'programs') ? 'rowid - 1' : 'row_number() OVER (ORDER BY slug) - 1';
	return new Map(db.prepare<[], [string, number]>(`SELECT slug, ${number} FROM main.programs`).raw().all());
}

/** Returns a function that looks up the number of a program. The row IDs of the snapshot must be usable as numbers. */
export function programNumber(db: Database.Database): (slug: string) => number {
	const find = db.prepare<[string], number>('SELECT rowid - 1 FROM programs WHERE slug = ?').pluck();
	return (slug) => find.get(slug)!;
}

/**
 * SQL for the number of a published review, from 1. The number is the row ID, so that SQLite can read reviews in this
 * order without sorting them. If the table has no usable row IDs, the reviews are numbered in the order of their IDs.
 */
export function reviewNumber(db: Database.Database): string {
	const isView = db.prepare("SELECT 1 FROM pragma_table_list('reviews') WHERE type = 'view'").get() !== undefined;
	return !isView && hasNumbers(db, 'reviews') ? 'rowid' : 'row_number() OVER (ORDER BY id)';
}

/** Whether row IDs can be the numbers of programs and reviews. A record then keeps its number. */
export function hasRowNumbers(db: Database.Database): boolean {
	return hasNumbers(db, 'programs') && hasNumbers(db, 'reviews');
}

function hasNumbers(db: Database.Database, table: 'programs' | 'reviews'): boolean {
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
