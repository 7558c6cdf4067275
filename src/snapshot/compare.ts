/** Finds the records that differ between two snapshots. The snapshots can be written by any tool. */
import type Database from 'better-sqlite3';
import { byKind, KEY, type Kind } from '../catalog/records.ts';
import { openSnapshot, withSnapshot } from './open.ts';
import { hasRowNumbers } from './program-numbers.ts';
import { expectedColumns, hasSchemaKeys } from './schema.ts';

/** The slugs or IDs of the records that differ, including drafts. */
export interface KeyChanges {
	readonly added: ReadonlySet<string>;
	readonly changed: ReadonlySet<string>;
	readonly removed: ReadonlySet<string>;
}

/** The keys of records that are new or have changed. */
export function written({ added, changed }: KeyChanges): ReadonlySet<string> {
	return added.union(changed);
}

/** The slugs or IDs of all records that differ. */
export function allKeys({ added, changed, removed }: KeyChanges): ReadonlySet<string> {
	return added.union(changed).union(removed);
}

/** A record has changed if any of its values or its row ID has changed. A review's values include its author's. */
export type SnapshotChanges = { readonly [K in Kind]: KeyChanges };

/**
 * Compares all records of two snapshots with the current schema. For 100,000 programs and 500,000 reviews, this takes
 * about a second.
 *
 * @param after the file of the later snapshot
 * @param before the file of the earlier snapshot
 * @returns undefined if the snapshots cannot be compared: in one of them, row IDs cannot be used as record numbers, or
 *   the tables lack the schema's keys, so that several rows may have the same key
 */
export function compareSnapshots(after: string, before: string): SnapshotChanges | undefined {
	const isComparable = (db: Database.Database) => hasRowNumbers(db) && hasSchemaKeys(db);
	if (![after, before].every((file) => withSnapshot(file, isComparable))) return undefined;
	const db = openSnapshot(after);
	try {
		db.prepare('ATTACH ? AS before').run(before);
		return byKind((kind) => changesOf(db, kind));
	} finally {
		db.close();
	}
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

/** The keys of a pair of rows, one from each snapshot; null for a row that does not exist. */
interface KeyPair {
	readonly after: string | null;
	readonly before: string | null;
}

/**
 * Returns SQL that selects pairs of rows that differ. In tables whose row IDs number the records, rows are paired by
 * row ID. This takes less time than pairing rows by key, and a record whose row ID has changed is in two pairs.
 * Collations that the files define are ignored.
 */
function differentRows(table: string, key: string): string {
	const differs = expectedColumns()
		.get(table)!
		.map((column) => `a.${column} IS NOT b.${column} COLLATE BINARY`);
	const isPair = NUMBERED.includes(table) ? 'a.rowid = b.rowid' : `a.${key} = b.${key} COLLATE BINARY`;
	return `SELECT a.${key} AS after, b.${key} AS before FROM main.${table} a FULL JOIN before.${table} b ON ${isPair}
		WHERE ${differs.join(' OR ')}`;
}

/** The tables whose row IDs number records. */
const NUMBERED: readonly string[] = ['programs', 'organizations', 'reviews'];

const LINKS = ['main', 'before'].map(
	(schema) => `SELECT program, position, category FROM ${schema}.program_categories`,
);

/** SQL for the usernames of authors whose values differ. */
const AUTHORS = `SELECT coalesce(after, before) FROM (${differentRows('authors', 'username')})`;

/**
 * SQL that selects the keys of records whose data in other tables differs: programs whose categories differ, and
 * reviews whose authors differ.
 */
const PARTS: { readonly [K in Kind]?: readonly string[] } = {
	programs: [LINKS, LINKS.toReversed()].map((links) => `SELECT program FROM (${links.join(' EXCEPT ')})`),
	reviews: [`SELECT id FROM main.reviews WHERE author IN (${AUTHORS})`],
};
