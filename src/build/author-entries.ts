/** Adds the names of authors to a release, so that a server knows which names are taken. */
import type Database from 'better-sqlite3';
import { nameKey } from '../catalog/author-name.ts';
import type { BodyLayers } from './body-layers.ts';

/** Selects both names of the authors of reviews, of whatever status. */
const NAMES = `SELECT username, display_name FROM authors a WHERE EXISTS (SELECT 1 FROM reviews WHERE author = a.username)`;

export function addAuthors(bodies: BodyLayers, snapshot: Database.Database): void {
	for (const key of keysOf(snapshot, NAMES)) bodies.addAuthor(key);
}

/** Adds the names of these authors, and removes those that no author has any more. @param usernames of both snapshots */
export function updateAuthors(
	bodies: BodyLayers,
	before: Database.Database,
	after: Database.Database,
	usernames: ReadonlySet<string>,
): void {
	if (usernames.size === 0) return;
	const some = JSON.stringify([...usernames]);
	const ofSome = 'AND username IN (SELECT value FROM json_each(?))';
	const now = keysOf(after, `${NAMES} ${ofSome}`, some);
	for (const key of now) bodies.addAuthor(key);
	const gone = keysOf(before, `${NAMES} ${ofSome}`, some).difference(now);
	if (gone.size === 0) return;
	// Another author can have a name with the same key. Finding out takes a look at all names.
	const all = keysOf(after, NAMES);
	for (const key of gone) if (!all.has(key)) bodies.removeAuthor(key);
}

function keysOf(db: Database.Database, sql: string, ...values: readonly string[]): Set<string> {
	const rows = db.prepare<string[], { username: string; display_name: string }>(sql).iterate(...values);
	const keys = new Set<string>();
	for (const { username, display_name } of rows) keys.add(nameKey(username)).add(nameKey(display_name));
	return keys;
}
