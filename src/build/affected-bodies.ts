/** Finds the records whose bodies an edit can affect, from the records that it changed. */
import type Database from 'better-sqlite3';
import { allKeys, type SnapshotChanges } from '../snapshot/compare.ts';

export interface AffectedBodies {
	/** Programs whose responses or items can differ. A program shows its organization, its categories and its rating. */
	readonly programs: ReadonlySet<string>;
	/**
	 * The programs among them whose places in lists can differ. The place depends on the views and the number of reviews.
	 */
	readonly places: ReadonlySet<string>;
	/** Programs whose reviews, or the list of them, can differ. A review shows its program. */
	readonly reviewed: ReadonlySet<string>;
	/** Organizations and categories that have changed. They show the number of their programs too, as their lists do. */
	readonly organizations: ReadonlySet<string>;
	readonly categories: ReadonlySet<string>;
}

/**
 * Finds the records whose responses can differ between the two snapshots.
 *
 * @param before the earlier snapshot
 * @param after the later snapshot
 */
export function affectedBodies(
	changes: SnapshotChanges,
	before: Database.Database,
	after: Database.Database,
): AffectedBodies {
	const [organizations, categories, programs, reviews] = [
		allKeys(changes.organizations),
		allKeys(changes.categories),
		allKeys(changes.programs),
		allKeys(changes.reviews),
	];
	/** The records whose names differ, or that only one of the snapshots shows. */
	const renamed = (table: string, keys: ReadonlySet<string>, condition = 'TRUE') => {
		const [old, now] = [before, after].map((db) => namesOf(db, table, keys, condition));
		return new Set([...keys].filter((key) => old!.get(key) !== now!.get(key)));
	};
	const ofReviews = [before, after]
		.map((db) => programsWhere(db, 'SELECT program FROM reviews WHERE id', reviews))
		.reduce((a, b) => a.union(b));
	const places = programs.union(ofReviews);
	const ofOrganizations = programsWhere(
		after,
		'SELECT slug FROM programs WHERE organization',
		renamed('organizations', organizations),
	);
	const ofCategories = programsWhere(
		after,
		'SELECT program FROM program_categories WHERE category',
		renamed('categories', categories),
	);
	return {
		programs: places.union(ofOrganizations).union(ofCategories),
		places,
		reviewed: ofReviews.union(renamed('programs', programs, "status = 'published'")),
		organizations,
		categories,
	};
}

/** The slugs of programs that a query finds. @param sql ends with the column that has one of the keys */
function programsWhere(db: Database.Database, sql: string, keys: ReadonlySet<string>): Set<string> {
	const found = db.prepare<[string], string>(`${sql} IN (SELECT value FROM json_each(?))`).pluck();
	return new Set(found.iterate(jsonOf(keys)));
}

function namesOf(
	db: Database.Database,
	table: string,
	slugs: ReadonlySet<string>,
	condition: string,
): ReadonlyMap<string, string> {
	const sql = `SELECT slug, name FROM ${table} WHERE slug IN (SELECT value FROM json_each(?)) AND ${condition}`;
	return new Map(db.prepare<[string], [string, string]>(sql).raw().iterate(jsonOf(slugs)));
}

const jsonOf = (keys: ReadonlySet<string>) => JSON.stringify([...keys]);
