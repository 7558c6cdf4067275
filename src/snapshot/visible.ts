import type Database from 'better-sqlite3';
import { byKind, KEY, type Kind } from '../catalog/records.ts';

/** The condition that visitors can see a record, for the kinds of records that can be hidden. */
const IS_VISIBLE: { readonly [K in Kind]?: string } = {
	programs: "status = 'published'",
	// Not `program IN (SELECT …)`, for which SQLite reads all programs each time.
	reviews: `status = 'published' AND EXISTS (
		SELECT 1 FROM programs p WHERE p.slug = reviews.program AND p.status = 'published')`,
};

/** Returns a function that says whether a record exists and visitors can see it. */
export function visibleFinder(db: Database.Database): (kind: Kind, key: string) => boolean {
	const find = byKind((kind) =>
		db.prepare<[string]>(`SELECT 1 FROM ${kind} WHERE ${KEY[kind]} = ? AND ${IS_VISIBLE[kind] ?? 'TRUE'}`),
	);
	return (kind, key) => find[kind].get(key) !== undefined;
}

/**
 * Returns a function that says whether visitors can see a record, or may have seen a record with its slug or ID before:
 * the log of changes says that it was published.
 */
export function formerlyVisibleFinder(db: Database.Database): (kind: Kind, key: string) => boolean {
	const isVisible = visibleFinder(db);
	const wasPublished = db.prepare<[Kind, string]>(
		"SELECT 1 FROM edits WHERE kind = ? AND key = ? AND 'published' IN (before ->> 'status', after ->> 'status')",
	);
	return (kind, key) => isVisible(kind, key) || wasPublished.get(kind, key) !== undefined;
}
