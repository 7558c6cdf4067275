/** Finds the records that differ between two snapshots, whichever tool wrote them. */
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

/** A record has changed if any of its values or its row ID has changed. The values of an author belong to each review. */
export type SnapshotChanges = { readonly [K in Kind]: KeyChanges };

/**
 * Compares all records of two snapshots with the current schema. For 100,000 programs and 500,000 reviews, this takes
 * about a second.
 *
 * @param after the file of the later snapshot
 * @param before the file of the earlier snapshot
 * @returns undefined if the two cannot be compared: in one of them, row IDs do not number the records, or the tables lack
 *   the keys of the schema, so that several rows may share a key
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
	const key = KEY[kind];
	const keys = (sql: string) => new Set(db.prepare<[], string>(sql).pluck().iterate());
	const added = keys(rowsOnlyIn('main', 'before', kind, key));
	const removed = keys(rowsOnlyIn('before', 'main', kind, key));
	const differing = [differentRows(kind, key), ...(PARTS[kind] ?? [])].map(keys);
	const changed = differing
		.reduce((all, some) => all.union(some))
		.difference(added)
		.difference(removed);
	return { added, changed, removed };
}

/** SQL for the keys of rows that only one of the snapshots has. */
function rowsOnlyIn(one: string, other: string, table: string, key: string): string {
	return `SELECT ${key} FROM ${one}.${table} r
		WHERE NOT EXISTS (SELECT 1 FROM ${other}.${table} o WHERE o.${key} = r.${key} COLLATE BINARY)`;
}

/** SQL for the keys of rows that have different values in the two snapshots. It ignores the collations of the files. */
function differentRows(table: string, key: string): string {
	const differs = [...expectedColumns().get(table)!, ...(NUMBERED.includes(table) ? ['rowid'] : [])].map(
		(column) => `a.${column} IS NOT b.${column} COLLATE BINARY`,
	);
	return `SELECT a.${key} FROM main.${table} a JOIN before.${table} b ON b.${key} = a.${key} COLLATE BINARY
		WHERE ${differs.join(' OR ')}`;
}

/** The tables whose row IDs number records. */
const NUMBERED: readonly string[] = ['programs', 'organizations', 'reviews'];

const LINKS = ['main', 'before'].map(
	(schema) => `SELECT program, position, category FROM ${schema}.program_categories`,
);

/** SQL for the keys of records with differences in other tables: the categories of programs, and the authors of reviews. */
const PARTS: { readonly [K in Kind]?: readonly string[] } = {
	programs: [LINKS, LINKS.toReversed()].map((links) => `SELECT program FROM (${links.join(' EXCEPT ')})`),
	reviews: [
		differentRows('authors', 'username'),
		rowsOnlyIn('main', 'before', 'authors', 'username'),
		rowsOnlyIn('before', 'main', 'authors', 'username'),
	].map((authors) => `SELECT id FROM main.reviews WHERE author IN (${authors})`),
};
