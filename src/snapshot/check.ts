/** Checks all rules of a snapshot that its schema cannot express. */
import type Database from 'better-sqlite3';
import { columnsOfType } from '../catalog/columns.ts';
import { LONGEST, toTimestamp } from '../catalog/fields.ts';
import type { Program } from '../catalog/program.ts';
import { COLUMNS, KEY, KINDS, type Kind, type Problem, parseRecord } from '../catalog/records.ts';
import type { Review } from '../catalog/review.ts';
import { records } from './read.ts';
import { expectedColumns } from './schema.ts';

/** A problem, and the slug or ID of the record that has it. */
export interface Finding extends Problem {
	readonly kind: Kind;
	readonly key: string;
}

export interface CheckReport {
	/** Problems that prevent publishing. */
	readonly errors: readonly Finding[];
	/** Possible problems that do not prevent publishing. */
	readonly warnings: readonly Finding[];
	readonly counts: { readonly [K in Kind]: number };
}

/**
 * Checks every record of a snapshot.
 *
 * @param progress called with the share that is done, from 0 to 1, and the number of records
 */
export function checkSnapshot(
	db: Database.Database,
	progress: (done: number, records?: number) => void = () => {},
): CheckReport {
	const counts = { organizations: 0, categories: 0, programs: 0, reviews: 0 };
	// The other checks would read values that may not fit into memory.
	const oversized = [...oversizedValues(db)];
	if (oversized.length > 0) return { errors: oversized, warnings: [], counts };
	const errors: Finding[] = [...repeatedKeys(db), ...brokenReferences(db)];
	const warnings: Finding[] = [...duplicateNames(db)];
	const now = toTimestamp(new Date());
	const total = KINDS.reduce((sum, kind) => sum + countOf(db, kind), 0);
	let done = 0;
	/** The creation times of programs. */
	const listed = new Map<string, string>();
	for (const kind of KINDS) {
		for (const record of records(db, kind)) {
			counts[kind]++;
			if (++done % 10_000 === 0) progress(done / total, done);
			const key = String((record as never)[KEY[kind]]);
			const parsed = parseRecord(kind, record, '');
			if ('problems' in parsed) {
				errors.push(...parsed.problems.map((problem) => ({ kind, key, ...problem })));
				continue;
			}
			warnings.push(...laterThan(now, kind, key, parsed.record));
			if ('updated_at' in parsed.record) warnings.push(...updatedBeforeCreated(kind, key, parsed.record));
			if (kind === 'programs') {
				const program = parsed.record as Program;
				listed.set(key, program.created_at);
				warnings.push(...amountWithoutCurrency(program));
			} else if (kind === 'reviews') {
				const review = parsed.record as Review;
				warnings.push(...olderThanProgram(review, listed.get(review.program)));
			}
		}
	}
	return { errors, warnings, counts };
}

function countOf(db: Database.Database, kind: Kind): number {
	return db.prepare<[], number>(`SELECT count(*) FROM ${kind}`).pluck().get() ?? 0;
}

function* amountWithoutCurrency(program: Program): Generator<Finding> {
	if (program.currency !== null) return;
	if (program.commission_amount === null && program.payout_minimum === null) return;
	yield {
		kind: 'programs',
		key: program.slug,
		column: 'currency',
		value: null,
		rule: 'given if there is an amount',
		fix: 'add the currency of commission_amount and payout_minimum',
	};
}

function* olderThanProgram(review: Review, listed: string | undefined): Generator<Finding> {
	if (listed === undefined || review.created_at >= listed) return;
	const rule = `no earlier than its program's created_at (${listed})`;
	yield {
		kind: 'reviews',
		key: review.id,
		column: 'created_at',
		value: review.created_at,
		rule,
		fix: 'correct one of the two dates',
	};
}

/** The maximum size of any value, in bytes: UTF-8 needs up to four bytes for a character. */
const MOST_BYTES = 4 * LONGEST.text;

/** The tables that hold the values of each kind, and the column that names a row in a finding. */
const TABLES: readonly { kind: Kind; table: string; key: string }[] = [
	...KINDS.map((kind) => ({ kind, table: kind, key: KEY[kind] })),
	{ kind: 'programs', table: 'program_categories', key: 'program' },
	{ kind: 'reviews', table: 'authors', key: 'username' },
];

/** Finds values far longer than any limit. It does not read them: SQLite stores the length of each value. */
function* oversizedValues(db: Database.Database): Generator<Finding> {
	const columns = expectedColumns();
	for (const { kind, table, key } of TABLES) {
		const sizes = columns.get(table)!.map((column) => ({ column, size: `octet_length(${column})` }));
		const rows = db
			.prepare<[], { key: string; [column: string]: string | number | null }>(
				`SELECT substr(${key}, 1, ${LONGEST.key}) AS key, ${sizes.map(({ column, size }) => `${size} AS "${column} size"`)}
				 FROM ${table} WHERE ${sizes.map(({ size }) => `${size} > ${MOST_BYTES}`).join(' OR ')}`,
			)
			.iterate();
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

/** Finds keys that several rows share. The schema forbids them, but another tool may have created the tables. */
function* repeatedKeys(db: Database.Database): Generator<Finding> {
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

const TIMES = new Map(KINDS.map((kind) => [kind, columnsOfType(COLUMNS[kind], 'timestamp')]));

/** Finds times in the future: records with such times would stay first in lists for years. */
function* laterThan(now: string, kind: Kind, key: string, record: object): Generator<Finding> {
	for (const column of TIMES.get(kind)!) {
		const value = (record as { readonly [column: string]: unknown })[column];
		if (typeof value !== 'string' || value <= now) continue;
		yield { kind, key, column, value, rule: `not later than now (${now})`, fix: 'correct it' };
	}
}

/**
 * Finds records that were created after their last update. A program with such dates would wrongly come first among
 * the newest.
 */
function* updatedBeforeCreated(kind: Kind, key: string, record: Program | Review): Generator<Finding> {
	const { created_at: value, updated_at } = record;
	if (value <= updated_at) return;
	const rule = `no later than updated_at (${updated_at})`;
	yield { kind, key, column: 'created_at', value, rule, fix: 'correct one of them' };
}

/** Finds references to missing records. SQLite prevents them only if the writing program enables foreign keys. */
function* brokenReferences(db: Database.Database): Generator<Finding> {
	const REFERENCES: readonly { kind: Kind; key: string; table: string; column: string; parent: string; id: string }[] =
		[
			{ kind: 'programs', key: 'slug', table: 'programs', column: 'organization', parent: 'organizations', id: 'slug' },
			{
				kind: 'programs',
				key: 'program',
				table: 'program_categories',
				column: 'category',
				parent: 'categories',
				id: 'slug',
			},
			{
				kind: 'programs',
				key: 'program',
				table: 'program_categories',
				column: 'program',
				parent: 'programs',
				id: 'slug',
			},
			{ kind: 'reviews', key: 'id', table: 'reviews', column: 'program', parent: 'programs', id: 'slug' },
			{ kind: 'reviews', key: 'id', table: 'reviews', column: 'author', parent: 'authors', id: 'username' },
		];
	for (const { kind, key, table, column, parent, id } of REFERENCES) {
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

function* duplicateNames(db: Database.Database): Generator<Finding> {
	for (const kind of ['organizations', 'categories', 'programs'] as const) {
		const rows = db
			.prepare<[], { key: string; value: string; others: string }>(
				`SELECT max(slug) AS key, name AS value, group_concat(slug, ', ' ORDER BY slug) AS others
				 FROM ${kind} GROUP BY name HAVING count(*) > 1 ORDER BY key`,
			)
			.iterate();
		for (const { key, value, others } of rows) {
			yield {
				kind,
				key,
				column: 'name',
				value,
				rule: 'different from other names',
				fix: `rename one of these: ${others}`,
			};
		}
	}
}
