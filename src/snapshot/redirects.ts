/** Reads and writes where the old slugs of renamed, merged and removed records lead. */
import type Database from 'better-sqlite3';
import { byKind, type Kind } from '../catalog/records.ts';

/**
 * Follows the redirect from an old slug (for reviews, an old ID) to its end. Returns the slug at the end, null if the
 * record is gone, or undefined if there is no redirect, or only a circle.
 */
export type FindRedirect = (kind: Kind, slug: string) => string | null | undefined;

/**
 * Returns a function that follows redirects. It remembers their ends, so that following all redirects of a long chain
 * takes no longer than following the first. Make a new one after writing redirects.
 */
export function redirectFinder(db: Database.Database): FindRedirect {
	const targetOf = db
		.prepare<[Kind, string], string | null>('SELECT target FROM redirects WHERE kind = ? AND slug = ?')
		.pluck();
	const hasAny = db.prepare<[Kind], 0 | 1>('SELECT EXISTS (SELECT 1 FROM redirects WHERE kind = ?)').pluck();
	const isEmpty = byKind((kind) => hasAny.get(kind) === 0);
	const ends = byKind(() => new Map<string, string | null | undefined>());
	return (kind, slug) => {
		if (isEmpty[kind]) return undefined;
		const known = ends[kind];
		const chain = new Set<string>();
		let at: string | null = slug;
		while (at !== null && !known.has(at) && !chain.has(at)) {
			const target = targetOf.get(kind, at);
			if (target === undefined) break;
			chain.add(at);
			at = target;
		}
		const isCircle = at !== null && chain.has(at);
		const end = at === null || !known.has(at) ? at : known.get(at);
		for (const passed of chain) known.set(passed, isCircle ? undefined : end);
		return known.get(slug);
	};
}

/**
 * Returns the old slugs whose redirects can lead elsewhere if the redirects or records with the given slugs change. These
 * include the given slugs that have a redirect.
 */
export function redirectsThrough(db: Database.Database, kind: Kind, slugs: ReadonlySet<string>): Set<string> {
	const found = db.prepare<{ kind: Kind; slugs: string }, string>(
		`WITH RECURSIVE passed (slug) AS (
			SELECT value FROM json_each(:slugs)
			UNION SELECT r.slug FROM passed CROSS JOIN redirects r ON r.kind = :kind AND r.target = passed.slug
		 )
		 SELECT slug FROM redirects WHERE kind = :kind AND slug IN (SELECT slug FROM passed)`,
	);
	return new Set(found.pluck().iterate({ kind, slugs: JSON.stringify([...slugs]) }));
}

export function redirectWriter(db: Database.Database) {
	const put = db.prepare<[Kind, string, string | null, number]>(
		`INSERT INTO redirects (kind, slug, target, was_public) VALUES (?, ?, ?, ?)
		 ON CONFLICT (kind, slug) DO UPDATE SET target = excluded.target, was_public = excluded.was_public`,
	);
	const remove = db.prepare<[Kind, string]>('DELETE FROM redirects WHERE kind = ? AND slug = ?');
	return {
		/**
		 * Redirects a slug that no record has any more.
		 *
		 * @param wasPublic whether visitors may have seen a record with this slug
		 */
		put: (kind: Kind, slug: string, target: string | null, wasPublic: boolean) =>
			void put.run(kind, slug, target, Number(wasPublic)),
		/** Removes the redirect from a slug, if there is one, because a record has the slug. */
		remove: (kind: Kind, slug: string) => void remove.run(kind, slug),
	};
}
