import type Database from 'better-sqlite3';

/** The maximum number of unused numbers for each used one. */
const MOST_GAPS = 3;

/**
 * Numbers the programs of a snapshot from 0, with few gaps. A program keeps its number when others are added, changed or
 * removed, because the number is SQLite's row id. If the table has no usable row ids, its programs are numbered by slug.
 */
export function programNumbers(db: Database.Database): ReadonlyMap<string, number> {
	const numbered = (number: string) =>
		new Map(db.prepare<[], [string, number]>(`SELECT slug, ${number} FROM main.programs ORDER BY slug`).raw().all());
	if (hasRowIds(db)) {
		const numbers = numbered('rowid - 1');
		const most = numbers.size * (MOST_GAPS + 1);
		if (numbers.values().every((number) => number >= 0 && number <= most)) return numbers;
	}
	return numbered('row_number() OVER (ORDER BY slug) - 1');
}

function hasRowIds(db: Database.Database): boolean {
	return (
		db.prepare("SELECT NOT wr FROM pragma_table_list WHERE schema = 'main' AND name = 'programs'").pluck().get() === 1
	);
}
