/** Edits of a generated directory, as CSV files for `npm run import`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { Random } from '../generate/random.ts';
import { toCsv } from '../support/csv.ts';

export interface Edit {
	readonly name: string;
	/** The rows of each file, by file name. */
	readonly files: { readonly [file: string]: readonly object[] };
}

/** The scattered edits change up to this many programs, and up to this many reviews. */
const SCATTERED = 50;

/** Returns the edits to make to a snapshot, in order. */
export function editsOf(snapshot: Database.Database): Edit[] {
	const random = new Random(1, 'edits');
	const list = (sql: string) => snapshot.prepare<[], string>(sql).pluck().all();
	const programs = list("SELECT slug FROM programs WHERE status = 'published' ORDER BY slug");
	const reviews = list("SELECT id FROM reviews WHERE status = 'published' ORDER BY id");
	const organization = random.pick(list('SELECT DISTINCT organization FROM programs ORDER BY organization'));
	const category = largestCategory(snapshot);
	const some = (records: readonly string[]) =>
		new Set(Array.from({ length: SCATTERED }, () => random.pick(records))).values();
	const added = {
		slug: 'added-program',
		name: 'Added Program',
		description: 'A program that was added.',
		organization,
		categories: [category],
		commission_type: 'recurring',
		website_url: 'https://added.example/',
	};
	return [
		{
			name: 'one typo',
			files: { 'programs.csv': [{ slug: random.pick(programs), description: 'A sentence without its typo.' }] },
		},
		{ name: 'one program added', files: { 'programs.csv': [added] } },
		{ name: 'one program removed', files: { 'programs.csv': [{ slug: random.pick(programs), status: 'draft' }] } },
		{
			name: 'an organization renamed',
			files: { 'organizations.csv': [{ slug: organization, name: 'Renamed Organization' }] },
		},
		{
			name: `${2 * SCATTERED} scattered edits`,
			files: {
				'programs.csv': [...some(programs).map((slug) => ({ slug, description: `An edit of ${slug}.` }))],
				'reviews.csv': [...some(reviews).map((id) => ({ id, body: `An edit of ${id}.` }))],
			},
		},
		{
			name: 'the largest category renamed',
			files: { 'categories.csv': [{ slug: category, name: 'Renamed Category' }] },
		},
	];
}

/** The slug of the category with the most programs. */
export function largestCategory(snapshot: Database.Database): string {
	return snapshot
		.prepare<[], string>('SELECT category FROM program_categories GROUP BY category ORDER BY count(*) DESC, category')
		.pluck()
		.get()!;
}

/** Writes an edit's files into a new folder inside `folder`, and returns the new folder's path. */
export function writeEdit({ name, files }: Edit, folder: string): string {
	const path = join(folder, name.replaceAll(' ', '-'));
	mkdirSync(path, { recursive: true });
	for (const [file, rows] of Object.entries(files)) writeFileSync(join(path, file), toCsv(rows));
	return path;
}
