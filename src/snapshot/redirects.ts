/** Reads and writes where the old slugs of renamed, merged and removed records lead. */
import type Database from 'better-sqlite3';
import { byKind, type Kind } from '../catalog/records.ts';

export interface RecordRedirect {
	/** The slug that it leads to, or null if the record is gone. */
	readonly target: string | null;
	/** Whether visitors may have seen a record with the old slug. */
	readonly was_public: 0 | 1;
}

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
	const read = redirectReader(db);
	const hasAny = db.prepare<[Kind], 0 | 1>('SELECT EXISTS (SELECT 1 FROM redirects WHERE kind = ?)').pluck();
	const isEmpty = byKind((kind) => hasAny.get(kind) === 0);
	const ends = byKind(() => new Map<string, string | null | undefined>());
	return (kind, slug) => {
		if (isEmpty[kind]) return undefined;
		const known = ends[kind];
		const chain = new Set<string>();
		let at: string | null = slug;
		while (at !== null && !known.has(at) && !chain.has(at)) {
			const redirect = read(kind, at);
			if (redirect === undefined) break;
			chain.add(at);
			at = redirect.target;
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
	const read = redirectReader(db);
	const put = db.prepare<[Kind, string, string | null, 0 | 1]>(
		`INSERT INTO redirects (kind, slug, target, was_public) VALUES (?, ?, ?, ?)
		 ON CONFLICT (kind, slug) DO UPDATE SET target = excluded.target, was_public = excluded.was_public`,
	);
	const remove = db.prepare<[Kind, string]>('DELETE FROM redirects WHERE kind = ? AND slug = ?');
	/** Makes a slug lead elsewhere, or nowhere. Returns its earlier redirect. */
	return (kind: Kind, slug: string, redirect: RecordRedirect | undefined): RecordRedirect | undefined => {
		const before = read(kind, slug);
		if (redirect !== undefined) put.run(kind, slug, redirect.target, redirect.was_public);
		else if (before !== undefined) remove.run(kind, slug);
		return before;
	};
}

/** Returns a function that reads the redirect of a slug. It can lead to another redirect. */
export function redirectReader(db: Database.Database): (kind: Kind, slug: string) => RecordRedirect | undefined {
	const find = db.prepare<[Kind, string], RecordRedirect>(
		'SELECT target, was_public FROM redirects WHERE kind = ? AND slug = ?',
	);
	return (kind, slug) => find.get(kind, slug);
}

/** Reads all redirects of a kind, by slug. */
export function readRedirects(db: Database.Database, kind: Kind): Map<string, RecordRedirect> {
	const all = db.prepare<[Kind], RecordRedirect & { readonly slug: string }>(
		'SELECT slug, target, was_public FROM redirects WHERE kind = ?',
	);
	return new Map(all.all(kind).map(({ slug, ...redirect }) => [slug, redirect]));
}
