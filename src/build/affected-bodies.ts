import type Database from 'better-sqlite3';
import { byKind, type Kind } from '../catalog/records.ts';
import { allKeys, type SnapshotChanges } from '../snapshot/compare.ts';
import { redirectsThrough } from '../snapshot/redirects.ts';
import type { OldSlugs } from './redirect-entries.ts';

export interface AffectedBodies {
	/**
	 * Programs whose responses or list items can differ, because the program, one of its reviews, its organization's name
	 * or the name of one of its categories has changed.
	 */
	readonly programs: ReadonlySet<string>;
	/**
	 * The subset of `programs` whose positions in lists can differ, because the program itself or one of its reviews has
	 * changed.
	 */
	readonly places: ReadonlySet<string>;
	/** Programs whose reviews or review lists can differ, because a review or the program's name has changed. */
	readonly reviewed: ReadonlySet<string>;
	/**
	 * Organizations and categories whose own data has changed. `movesBetween` finds the organizations and categories
	 * whose program lists differ.
	 */
	readonly organizations: ReadonlySet<string>;
	readonly categories: ReadonlySet<string>;
	/** The old slugs and IDs whose redirects can differ, because they or the records that they lead to have changed. */
	readonly redirects: OldSlugs;
	/** The usernames of the authors of changed reviews, in both snapshots. */
	readonly authors: ReadonlySet<string>;
}

/** Finds the records whose responses can differ between the two snapshots. */
export function affectedBodies(
	changes: SnapshotChanges,
	before: Database.Database,
	after: Database.Database,
): AffectedBodies {
	const { organizations, categories, programs, reviews } = byKind((kind) => allKeys(changes[kind]));
	/** Returns the keys of the records that have different names in the two snapshots, or are in only one of them. */
	const renamed = (table: string, keys: ReadonlySet<string>, condition = 'TRUE') => {
		const [old, now] = [before, after].map((db) => namesOf(db, table, keys, condition));
		return new Set([...keys].filter((key) => old!.get(key) !== now!.get(key)));
	};
	const ofReviews = [before, after]
		.map((db) => keysWhere(db, 'SELECT program FROM reviews WHERE id', reviews))
		.reduce((a, b) => a.union(b));
	const places = programs.union(ofReviews);
	const renamedPrograms = renamed('programs', programs, "status = 'published'");
	const leadElsewhere = (kind: Kind) => {
		const changed = changes.redirects[kind];
		const shown = kind === 'reviews' ? keysWhere(after, 'SELECT id FROM reviews WHERE program', renamedPrograms) : [];
		return changed.union(redirectsThrough(after, kind, changed.union(allKeys(changes[kind])).union(new Set(shown))));
	};
	const ofOrganizations = keysWhere(
		after,
		'SELECT slug FROM programs WHERE organization',
		renamed('organizations', organizations),
	);
	const ofCategories = keysWhere(
		after,
		'SELECT program FROM program_categories WHERE category',
		renamed('categories', categories),
	);
	return {
		programs: places.union(ofOrganizations).union(ofCategories),
		places,
		reviewed: ofReviews.union(renamedPrograms),
		organizations,
		categories,
		redirects: byKind(leadElsewhere),
		authors: keysWhere(before, 'SELECT author FROM reviews WHERE id', reviews).union(
			keysWhere(after, 'SELECT author FROM reviews WHERE id', reviews),
		),
	};
}

/**
 * Returns the slugs or IDs of the records that a query finds.
 *
 * @param sql a query that ends with the column to compare with `keys`
 */
function keysWhere(db: Database.Database, sql: string, keys: ReadonlySet<string>): Set<string> {
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
