/** Writes how often programs were viewed into a copy of a snapshot. */
import Database from 'better-sqlite3';
import { closing } from '../shared/sqlite.ts';
import { distrust } from './open.ts';
import { redirectFinder } from './redirects.ts';

/**
 * Replaces the views of all programs in a copy of a snapshot by those of the slugs that they had then. Others get 0.
 */
export function setViews(copy: string, views: Iterable<readonly [slug: string, views: number]>): void {
	using db = closing(new Database(copy));
	distrust(db);
	db.transaction(() => write(db, views)).immediate();
}

/** Gives the programs of a copy the views that they have in another snapshot. */
export function copyViews(copy: string, from: string): void {
	using other = closing(new Database(from, { readonly: true }));
	distrust(other);
	setViews(copy, other.prepare<[], [string, number]>('SELECT slug, views FROM programs').raw().all());
}

function write(db: Database.Database, views: Iterable<readonly [string, number]>): void {
	const before = new Map(db.prepare<[], [string, number]>('SELECT slug, views FROM programs').raw().all());
	const follow = redirectFinder(db);
	const after = new Map<string, number>();
	for (const [slug, count] of views) {
		const program = before.has(slug) ? slug : follow('programs', slug);
		if (program != null) after.set(program, (after.get(program) ?? 0) + count);
	}
	const set = db.prepare<[number, string]>('UPDATE programs SET views = ? WHERE slug = ?');
	for (const [slug, old] of before) {
		const now = after.get(slug) ?? 0;
		if (now !== old) set.run(now, slug);
	}
}
