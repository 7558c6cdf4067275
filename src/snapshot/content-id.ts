import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { KINDS } from '../catalog/records.ts';
import { RECORD_TABLES } from './read.ts';
import { expectedColumns } from './schema.ts';

/** An author's data is part of each review by that author, so authors without reviews do not count as content. */
const AUTHORS = 'LEFT JOIN authors ON authors.username = reviews.author';

/** The number of 32-bit words in a SHA-256 hash. */
const WORDS = 8;

/**
 * Returns the ID of a snapshot's content, as 12 hexadecimal digits. Snapshots with the same records and redirects have the
 * same ID, even if their order differs, because it is made from the sum of the hashes of all rows: eight 32-bit words, each
 * modulo 2^32. Nothing else in a file affects it. For 100,000 programs and 500,000 reviews, this takes about three seconds,
 * in constant memory.
 */
export function contentId(db: Database.Database): string {
	const sum = new Uint32Array(WORDS);
	for (const row of contentRows(db)) {
		const hashed = hash('sha256', row, 'buffer');
		for (let word = 0; word < WORDS; word++) sum[word]! += hashed.readUInt32BE(word * 4);
	}
	return hash('sha256', [...sum].map((word) => word.toString(16).padStart(8, '0')).join('')).slice(0, 12);
}

/** Yields each row of records and redirects as the table's name, followed by the values in a fixed order of columns. */
function* contentRows(db: Database.Database): Generator<string> {
	const columns = expectedColumns();
	const valuesOf = (table: string) =>
		columns
			.get(table)!
			.toSorted()
			.map((column) => `${table}.${column}`);
	for (const { table } of RECORD_TABLES) {
		const all =
			table === 'reviews'
				? `${[...valuesOf('reviews'), ...valuesOf('authors')]} FROM reviews ${AUTHORS}`
				: `${valuesOf(table)} FROM ${table}`;
		const rows = db.prepare(`SELECT ${all}`).raw();
		for (const row of rows.iterate()) yield `${table}${JSON.stringify(row)}`;
	}
	for (const kind of KINDS) {
		const rows = db.prepare(`SELECT ${valuesOf('redirects')} FROM redirects WHERE kind = ?`).raw();
		for (const row of rows.iterate(kind)) yield `redirects${JSON.stringify(row)}`;
	}
}
