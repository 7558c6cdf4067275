/** Finds the records that differ between two snapshots, whichever tool wrote them. */
import type Database from 'better-sqlite3';
import { KEY, KINDS, type Kind } from '../catalog/records.ts';
import { openSnapshot } from './open.ts';
import { hasRowNumbers } from './program-numbers.ts';
import { expectedColumns, SCHEMA_VERSION } from './schema.ts';

/** The slugs or IDs of records, drafts included, by how they differ. */
export interface KeyChanges {
	readonly added: ReadonlySet<string>;
	readonly changed: ReadonlySet<string>;
	readonly removed: ReadonlySet<string>;
}

/** A record has changed if any of its values has, or its row ID. An author's values are part of their reviews. */
export type SnapshotChanges = { readonly [K in Kind]: KeyChanges };

/**
 * Compares all records of two snapshots. For 100,000 programs and 500,000 reviews it takes about a second.
 *
 * @param after the file of the later snapshot
 * @param before the file of the earlier snapshot
 * @returns undefined if their records cannot be compared by row: one has an older schema, or tables without row IDs
 */
export function compareSnapshots(after: string, before: string): SnapshotChanges | undefined {
	if (!isComparable(before)) return undefined;
	const db = openSnapshot(after);
	try {
		if (!isComparable(after)) return undefined;
		db.prepare('ATTACH ? AS before').run(before);
		return Object.fromEntries(KINDS.map((kind) => [kind, changesOf(db, kind)])) as unknown as SnapshotChanges;
	} finally {
		db.close();
	}
}

function isComparable(file: string): boolean {
	const db = openSnapshot(file);
	try {
		const version = db.prepare("SELECT value FROM meta WHERE key = 'schema_version'").pluck().get();
		return version === String(SCHEMA_VERSION) && hasRowNumbers(db);
	} finally {
		db.close();
	}
}

function changesOf(db: Database.Database, kind: Kind): KeyChanges {
	const key = KEY[kind];
	const keys = (sql: string) => new Set(db.prepare<[], string>(sql).pluck().iterate());
	const missingIn = (other: string, schema: string) =>
		keys(
			`SELECT ${key} FROM ${schema}.${kind} r
			 WHERE NOT EXISTS (SELECT 1 FROM ${other}.${kind} o WHERE o.${key} = r.${key} COLLATE BINARY)`,
		);
	const added = missingIn('before', 'main');
	const removed = missingIn('main', 'before');
	const differing = [differentRows(kind, key, 'a.rowid <> b.rowid'), ...(PARTS[kind] ?? [])].map(keys);
	const changed = differing
		.reduce((all, some) => all.union(some))
		.difference(added)
		.difference(removed);
	return { added, changed, removed };
}

/** SQL for the keys of rows that both snapshots have, with different values. It ignores the collations of the files. */
function differentRows(table: string, key: string, otherwise = 'FALSE'): string {
	const differs = expectedColumns()
		.get(table)!
		.map((column) => `a.${column} IS NOT b.${column} COLLATE BINARY`);
	return `SELECT a.${key} FROM main.${table} a JOIN before.${table} b ON b.${key} = a.${key} COLLATE BINARY
		WHERE ${differs.join(' OR ')} OR ${otherwise}`;
}

const LINKS = ['main', 'before'].map(
	(schema) => `SELECT program, position, category FROM ${schema}.program_categories`,
);

/** SQL for the keys of records with differences in other tables: the categories of programs, and the authors of reviews. */
const PARTS: { readonly [K in Kind]?: readonly string[] } = {
	programs: [LINKS, LINKS.toReversed()].map((links) => `SELECT program FROM (${links.join(' EXCEPT ')})`),
	reviews: [
		`SELECT id FROM main.reviews WHERE author IN (
			${differentRows('authors', 'username')})`,
	],
};
