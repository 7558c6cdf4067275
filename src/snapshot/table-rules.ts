/**
 * The rules about whole tables, checked in SQL. Some of the rules can be limited to the records with certain keys, if
 * all other records of the snapshot have already been checked.
 */
import type Database from 'better-sqlite3';
import { LONGEST } from '../catalog/fields.ts';
import { KEY, KINDS, type Kind } from '../catalog/records.ts';
import type { Finding } from './finding.ts';
import { RECORD_TABLES, rowsWith } from './read.ts';
import { expectedColumns } from './schema.ts';

/** The slugs or IDs of some records of each kind. */
export type Keys = { readonly [K in Kind]: ReadonlySet<string> };

/** The maximum size of any value, in bytes. UTF-8 needs up to four bytes for a character. */
const MOST_BYTES = 4 * LONGEST.text;

/** The tables that hold the values of each kind, and the column that identifies a row in findings. */
const TABLES: readonly { readonly kind: Finding['kind']; readonly table: string; readonly key: string }[] = [
	...RECORD_TABLES,
	{ kind: 'reviews', table: 'authors', key: 'username' },
	{ kind: 'redirects', table: 'redirects', key: 'slug' },
];

/**
 * Finds values that exceed the limit of every column. This does not read the values, because SQLite stores the length
 * of each value.
 *
 * @param keys the records to check, in addition to all authors and redirects. If undefined, all records are checked
 */
export function* oversizedValues(db: Database.Database, keys?: Keys): Generator<Finding> {
	const columns = expectedColumns();
	for (const { kind, table, key } of TABLES) {
		const sizes = columns.get(table)!.map((column) => ({ column, size: `octet_length(${column})` }));
		const { where, values } = rowsWith(key, kind === 'redirects' || table === 'authors' ? undefined : keys?.[kind]);
		const rows = db
			.prepare<string[], { key: string; [column: string]: string | number | null }>(
				`SELECT substr(${key}, 1, ${LONGEST.key}) AS key, ${sizes.map(({ column, size }) => `${size} AS "${column} size"`)}
				 FROM ${table} WHERE ${where} AND (${sizes.map(({ size }) => `${size} > ${MOST_BYTES}`).join(' OR ')})`,
			)
			.iterate(...values);
		for (const row of rows) {
			for (const { column } of sizes) {
				const bytes = Number(row[`${column} size`]);
				if (bytes <= MOST_BYTES) continue;
				const rule = `at most ${LONGEST.text.toLocaleString('en')} characters long`;
				const fix = `shorten it (it has ${bytes.toLocaleString('en')} bytes, and a character has at most four)`;
				yield { kind, key: row.key, column, value: undefined, rule, fix };
			}
		}
	}
}

/**
 * Finds keys that occur in several rows. The schema forbids such keys, but another tool may have created the tables.
 */
export function* repeatedKeys(db: Database.Database): Generator<Finding> {
	for (const kind of KINDS) {
		const column = KEY[kind];
		for (const key of db.prepare<[], string>(repeated(kind, column)).pluck().iterate()) {
			yield { kind, key, column, value: key, rule: `in one row of ${kind} only`, fix: 'remove the duplicate rows' };
		}
	}
	const authors = db
		.prepare<[], { key: string; value: string }>(
			`SELECT min(id) AS key, author AS value FROM reviews
			 WHERE author IN (${repeated('authors', 'username')}) GROUP BY author`,
		)
		.iterate();
	for (const row of authors) {
		const rule = 'in one row of authors only';
		yield { kind: 'reviews', ...row, column: 'author', rule, fix: 'remove the duplicate rows' };
	}
}

function repeated(table: string, column: string): string {
	return `SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL GROUP BY ${column} HAVING count(*) > 1`;
}

/** The columns that refer to other records, and the column that identifies a row in findings. */
const REFERENCES: readonly {
	kind: Kind;
	key: string;
	table: string;
	column: string;
	parent: Kind | 'authors';
	id: string;
}[] = [
	{ kind: 'programs', key: 'slug', table: 'programs', column: 'organization', parent: 'organizations', id: 'slug' },
	{
		kind: 'programs',
		key: 'program',
		table: 'program_categories',
		column: 'category',
		parent: 'categories',
		id: 'slug',
	},
	{ kind: 'programs', key: 'program', table: 'program_categories', column: 'program', parent: 'programs', id: 'slug' },
	{ kind: 'programs', key: 'program', table: 'offers', column: 'program', parent: 'programs', id: 'slug' },
	{ kind: 'reviews', key: 'id', table: 'reviews', column: 'program', parent: 'programs', id: 'slug' },
	{ kind: 'reviews', key: 'id', table: 'reviews', column: 'author', parent: 'authors', id: 'username' },
];

/**
 * Finds references to missing records. SQLite prevents such references only if the program that writes the file enables
 * foreign keys.
 *
 * @param limit the records whose references are checked, and the removed records to which other records may still refer
 */
export function* brokenReferences(db: Database.Database, limit?: { keys: Keys; removed: Keys }): Generator<Finding> {
	for (const { kind, key, table, column, parent, id } of REFERENCES) {
		const of = rowsWith(key, limit?.keys[kind]);
		// No author is in `removed`. The reviews of a removed author must be in `keys` instead.
		const to = rowsWith(column, limit && (parent === 'authors' ? new Set() : limit.removed[parent]));
		const rows = db
			.prepare<string[], { key: string; value: string }>(
				`SELECT ${key} AS key, ${column} AS value FROM ${table}
				 WHERE (${of.where} OR ${to.where}) AND ${column} NOT IN (SELECT ${id} FROM ${parent})`,
			)
			.iterate(...of.values, ...to.values);
		for (const row of rows) {
			const rule = `the ${id} of a row of ${parent}`;
			yield { kind, ...row, column, rule, fix: `add it to ${parent}, or correct it` };
		}
	}
}

/** The rule for names. A change to one record can also make other records break or satisfy this rule. */
export const DISTINCT_NAME = 'different from other names';

export function* duplicateNames(db: Database.Database): Generator<Finding> {
	for (const kind of ['organizations', 'categories', 'programs'] as const) {
		const rows = db
			.prepare<[], { key: string; value: string; others: string }>(
				`SELECT max(slug) AS key, name AS value, group_concat(slug, ', ' ORDER BY slug) AS others
				 FROM ${kind} GROUP BY name HAVING count(*) > 1`,
			)
			.iterate();
		for (const { key, value, others } of rows) {
			yield { kind, key, column: 'name', value, rule: DISTINCT_NAME, fix: `rename one of these: ${others}` };
		}
	}
}

/**
 * Finds reviews that are older than their program.
 *
 * @param reviews the IDs of the reviews to check
 */
export function* olderThanProgram(db: Database.Database, reviews?: ReadonlySet<string>): Generator<Finding> {
	const { where, values } = rowsWith('r.id', reviews);
	const rows = db
		.prepare<string[], { key: string; value: string; listed: string }>(
			`SELECT r.id AS key, r.created_at AS value, p.created_at AS listed
			 FROM reviews r JOIN programs p ON p.slug = r.program WHERE r.created_at < p.created_at AND ${where}`,
		)
		.iterate(...values);
	for (const { key, value, listed } of rows) {
		const rule = `no earlier than its program's created_at (${listed})`;
		yield { kind: 'reviews', key, column: 'created_at', value, rule, fix: 'correct one of the two dates' };
	}
}
