/** Reads and writes where the old slugs of renamed, merged and removed records lead. */
import type Database from 'better-sqlite3';
import { byKind, type Kind } from '../catalog/records.ts';

/** Where a slug leads: to another slug, to a record that is gone (null), or nowhere, if it has no redirect (undefined). */
export type RedirectTarget = string | null | undefined;

/** Is told when a redirect is replaced, removed or set by itself. */
export type NoteRedirect = (kind: Kind, slug: string, before: RedirectTarget, after: RedirectTarget) => void;

/**
 * Follows the redirect from an old slug (for reviews, an old ID) to its end. Returns the slug at the end, null if the
 * record is gone, or undefined if there is no redirect, or only a circle.
 */
export type FindRedirect = (kind: Kind, slug: string) => string | null | undefined;

/**
 * Returns a function that follows redirects. It remembers their ends, so that following all redirects of a long chain
 * takes no longer than following the first.
 */
export function redirectFinder(db: Database.Database): FindRedirect {
	const targetOf = targetFinder(db);
	const ends = byKind(() => new Map<string, string | null | undefined>());
	return (kind, slug) => {
		const known = ends[kind];
		const chain = new Set<string>();
		let at: string | null = slug;
		while (at !== null && !known.has(at) && !chain.has(at)) {
			const target = targetOf(kind, at);
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
	const find = targetFinder(db);
	const put = db.prepare<[Kind, string, string | null]>(
		'INSERT INTO redirects VALUES (?, ?, ?) ON CONFLICT (kind, slug) DO UPDATE SET target = excluded.target',
	);
	const remove = db.prepare<[Kind, string]>('DELETE FROM redirects WHERE kind = ? AND slug = ?');
	/** Makes a slug lead elsewhere. Returns where it led before. */
	return (kind: Kind, slug: string, target: RedirectTarget): RedirectTarget => {
		const before = find(kind, slug);
		if (before === target) return before;
		if (target === undefined) remove.run(kind, slug);
		else put.run(kind, slug, target);
		return before;
	};
}

/** Returns a function that reads where a slug leads, without following further redirects from there. */
export function targetFinder(db: Database.Database): (kind: Kind, slug: string) => RedirectTarget {
	const find = db
		.prepare<[Kind, string], string | null>('SELECT target FROM redirects WHERE kind = ? AND slug = ?')
		.pluck();
	return (kind, slug) => find.get(kind, slug);
}

/** Reads all redirects of a kind, by slug. */
export function readRedirects(db: Database.Database, kind: Kind): Map<string, string | null> {
	const all = db.prepare<[Kind], [string, string | null]>('SELECT slug, target FROM redirects WHERE kind = ?').raw();
	return new Map(all.iterate(kind));
}
