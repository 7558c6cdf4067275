/** The rules about whole tables that constraints cannot express, checked in SQL. */
import type Database from 'better-sqlite3';
import type { Finding } from './finding.ts';
import { RECORD_TABLES } from './read.ts';

/**
 * Finds references to missing records. SQLite prevents such references only if the program that writes the file enables
 * foreign keys.
 */
export function* brokenReferences(db: Database.Database): Generator<Finding> {
	for (const { kind, table, key } of RECORD_TABLES) {
		for (const { from: column, to: id, table: parent } of db.pragma(`foreign_key_list(${table})`) as ForeignKey[]) {
			const rows = db
				.prepare<[], { key: string; value: string }>(
					`SELECT ${key} AS key, ${column} AS value FROM ${table} WHERE ${column} NOT IN (SELECT ${id} FROM ${parent})`,
				)
				.iterate();
			for (const row of rows) {
				yield {
					kind,
					...row,
					column,
					rule: `the ${id} of a row of ${parent}`,
					fix: `add it to ${parent}, or correct it`,
				};
			}
		}
	}
}

/** A row of `PRAGMA foreign_key_list`. */
interface ForeignKey {
	/** The table that is referred to. */
	readonly table: string;
	readonly from: string;
	readonly to: string;
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

/** The rule for the dates of reviews. A change to a program can also make its reviews break or satisfy this rule. */
export const NOT_EARLIER = "no earlier than its program's created_at";

/** Finds reviews that are older than their program. */
export function* olderThanProgram(db: Database.Database): Generator<Finding> {
	const rows = db
		.prepare<[], { key: string; value: string; listed: string }>(
			`SELECT r.id AS key, r.created_at AS value, p.created_at AS listed
			 FROM reviews r JOIN programs p ON p.slug = r.program WHERE r.created_at < p.created_at`,
		)
		.iterate();
	for (const { key, value, listed } of rows) {
		const fix = `correct one of the two dates (the program has ${listed})`;
		yield { kind: 'reviews', key, column: 'created_at', value, rule: NOT_EARLIER, fix };
	}
}
