/** Finds the records that differ between two copies of snapshots: see `copySnapshot`. */
import type Database from 'better-sqlite3';
import { byKind, KEY, type Kind } from '../catalog/records.ts';
import { closing } from '../shared/sqlite.ts';
import { openSnapshot } from './open.ts';
import { expectedColumns } from './schema.ts';

/** The slugs or IDs of the records that differ, including drafts. */
export interface KeyChanges {
	readonly added: ReadonlySet<string>;
	readonly changed: ReadonlySet<string>;
	readonly removed: ReadonlySet<string>;
}

export function written({ added, changed }: KeyChanges): ReadonlySet<string> {
	return added.union(changed);
}

export function allKeys({ added, changed, removed }: KeyChanges): ReadonlySet<string> {
	return added.union(changed).union(removed);
}

/**
 * The records of each kind that differ. A record has changed if one of its values has. A review's values include its
 * author's data.
 */
export type RecordChanges = { readonly [K in Kind]: KeyChanges };

export type SnapshotChanges = RecordChanges & {
	/** The old slugs and IDs whose redirects differ. */
	readonly redirects: { readonly [K in Kind]: ReadonlySet<string> };
};

/**
 * Compares all records and redirects of two copies of snapshots. For 100,000 programs and 500,000 reviews, this takes
 * about a second.
 *
 * @param after the file of the later snapshot
 * @param before the file of the earlier snapshot
 */
export function compareSnapshots(after: string, before: string): SnapshotChanges {
	using db = closing(openSnapshot(after));
	db.prepare('ATTACH ? AS before').run(before);
	return { ...byKind((kind) => changesOf(db, kind)), redirects: byKind((kind) => differentRedirects(db, kind)) };
}

function changesOf(db: Database.Database, kind: Kind): KeyChanges {
	const keys = (sql: string) => new Set(db.prepare<[], string>(sql).pluck().iterate());
	const now = new Set<string>();
	const earlier = new Set<string>();
	for (const { after, before } of db.prepare<[], KeyPair>(differentRows(kind, KEY[kind])).iterate()) {
		if (after !== null) now.add(after);
		if (before !== null) earlier.add(before);
	}
	const added = now.difference(earlier);
	const removed = earlier.difference(now);
	const inParts = (PARTS[kind] ?? []).map(keys).reduce((all, some) => all.union(some), new Set<string>());
	const changed = now.intersection(earlier).union(inParts.difference(added).difference(removed));
	return { added, changed, removed };
}

function differentRedirects(db: Database.Database, kind: Kind): ReadonlySet<string> {
	const of = (schema: string) => `(SELECT slug, target, was_public FROM ${schema}.redirects WHERE kind = :kind)`;
	const differing = db.prepare<{ kind: Kind }, string>(
		`SELECT slug FROM (SELECT * FROM ${of('main')} EXCEPT SELECT * FROM ${of('before')})
		 UNION SELECT slug FROM (SELECT * FROM ${of('before')} EXCEPT SELECT * FROM ${of('main')})`,
	);
	return new Set(differing.pluck().iterate({ kind }));
}

/** The keys of a pair of rows, one from each snapshot. If one of the rows does not exist, its key is null. */
interface KeyPair {
	readonly after: string | null;
	readonly before: string | null;
}

/** Returns SQL that selects pairs of rows that differ. */
function differentRows(table: string, key: string): string {
	const differs = expectedColumns()
		.get(table)!
		.map((column) => `a.${column} IS NOT b.${column}`);
	return `SELECT a.${key} AS after, b.${key} AS before FROM main.${table} a FULL JOIN before.${table} b ON a.${key} = b.${key}
		WHERE ${differs.join(' OR ')}`;
}

/** Returns SQL that selects the programs with a row in `table` that one snapshot has and the other has not. */
function programsIn(table: string): string[] {
	const rows = ['main', 'before'].map((schema) => `SELECT ${expectedColumns().get(table)} FROM ${schema}.${table}`);
	return [rows, rows.toReversed()].map((both) => `SELECT program FROM (${both.join(' EXCEPT ')})`);
}

/** SQL that selects the usernames of authors whose data differs. */
const AUTHORS = `SELECT coalesce(after, before) FROM (${differentRows('authors', 'username')})`;

/**
 * SQL that selects the keys of records whose data in other tables differs: programs whose categories or offers differ,
 * and reviews whose author's data differs.
 */
const PARTS: { readonly [K in Kind]?: readonly string[] } = {
	programs: [...programsIn('program_categories'), ...programsIn('offers')],
	reviews: [`SELECT id FROM main.reviews WHERE author IN (${AUTHORS})`],
};
