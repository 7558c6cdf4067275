/** The rules about whole tables that constraints cannot express, checked in SQL. */
import type Database from 'better-sqlite3';
import { COLUMNS, KEY, KINDS, type Kind } from '../catalog/records.ts';
import { RECORD_TABLES } from './read.ts';
import type { RecordProblem } from './record-rules.ts';

/**
 * Finds references to missing records. SQLite prevents such references only if the program that writes the file enables
 * foreign keys.
 */
export function* brokenReferences(db: Database.Database): Generator<RecordProblem> {
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

export function* duplicateNames(db: Database.Database): Generator<RecordProblem> {
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
export function* olderThanProgram(db: Database.Database): Generator<RecordProblem> {
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

interface Row {
	readonly slug: string;
	readonly target: string | null;
	/** Whether a record has the slug. */
	readonly hides: 0 | 1;
	/** Whether the record is gone, or a record has the slug `target`. */
	readonly ends: 0 | 1;
}

/** Checks all redirects. For 100,000 redirects, this takes about half a second. */
export function* brokenRedirects(db: Database.Database): Generator<RecordProblem> {
	for (const kind of KINDS) yield* brokenRedirectsOf(db, kind);
}

function* brokenRedirectsOf(db: Database.Database, kind: Kind): Generator<RecordProblem> {
	const id = KEY[kind];
	const { schema } = COLUMNS[kind][id]!;
	const isRecord = (column: string) => `EXISTS (SELECT 1 FROM ${kind} k WHERE k.${id} = r.${column})`;
	const rows = db
		.prepare<[Kind], Row>(
			`SELECT slug, target, ${isRecord('slug')} AS hides, target IS NULL OR ${isRecord('target')} AS ends
			 FROM redirects r WHERE kind = ? ORDER BY slug`,
		)
		.all(kind);
	/** The targets of the redirects that lead on to another one. */
	const next = new Map<string, string>();
	const slugs = new Set(rows.map(({ slug }) => slug));
	for (const { slug, target, hides, ends } of rows) {
		const found = (problem: Omit<RecordProblem, 'kind' | 'key'>) => finding(kind, slug, problem);
		const { error } = schema.safeParse(slug);
		if (error) yield found({ column: 'slug', value: slug, rule: error.issues[0]!.message, fix: 'correct it' });
		if (hides) {
			const rule = `the former ${id} of a record, but a row of ${kind} has it`;
			yield found({ column: 'slug', value: slug, rule, fix: 'remove the redirect, or rename the record' });
		}
		if (ends || target === null) continue;
		if (slugs.has(target)) next.set(slug, target);
		else {
			const rule = `the ${id} of a row of ${kind} or of another redirect`;
			yield found({ column: 'target', value: target, rule, fix: 'correct it, or write NULL if the record is gone' });
		}
	}
	for (const circle of circles(next)) {
		const [slug, value] = circle as [string, string];
		const shown = circle.length > MOST_SHOWN ? [...circle.slice(0, MOST_SHOWN), '…'] : circle;
		const fix = `correct one of these redirects, which form a circle: ${[...shown, slug].join(' → ')}`;
		yield finding(kind, slug, { column: 'target', value: value ?? slug, rule: 'a slug that leads to a record', fix });
	}
}

/** The maximum number of slugs of a circle to name. */
const MOST_SHOWN = 5;

function finding(kind: string, slug: string, problem: Omit<RecordProblem, 'kind' | 'key'>): RecordProblem {
	return { kind: 'redirects', key: `${kind}/${slug}`, ...problem };
}

/** Finds the circles in a map from slugs to targets. Each begins with its first slug in the alphabet. */
function* circles(next: ReadonlyMap<string, string>): Generator<string[]> {
	const seen = new Set<string>();
	for (const start of next.keys()) {
		const chain = new Set<string>();
		let at: string | undefined = start;
		for (; at !== undefined && !seen.has(at); at = next.get(at)) {
			seen.add(at);
			chain.add(at);
		}
		if (at === undefined || !chain.has(at)) continue;
		const all = [...chain];
		const circle = all.slice(all.indexOf(at));
		const first = circle.indexOf(circle.toSorted()[0]!);
		yield [...circle.slice(first), ...circle.slice(0, first)];
	}
}
