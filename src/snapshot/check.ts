/** Every rule that a snapshot must keep and its schema cannot say. */
import type Database from 'better-sqlite3';
import { KEY, KINDS, type Kind, type Problem, parseRecord } from '../catalog/records.ts';
import { records } from './read.ts';

/** A problem and the record it is in, by slug or id. */
export interface Finding extends Problem {
	readonly kind: Kind;
	readonly key: string;
}

export interface CheckReport {
	/** The snapshot must not be published while there are any. */
	readonly errors: readonly Finding[];
	/** Worth a look; they stop nothing. */
	readonly warnings: readonly Finding[];
	readonly counts: { readonly [K in Kind]: number };
}

/** Checks every record of a snapshot. */
export function checkSnapshot(db: Database.Database): CheckReport {
	const errors: Finding[] = [...brokenReferences(db)];
	const warnings: Finding[] = [...duplicateNames(db), ...reviewsOlderThanProgram(db)];
	const counts = { organizations: 0, categories: 0, programs: 0, reviews: 0 };
	for (const kind of KINDS) {
		for (const record of records(db, kind)) {
			counts[kind]++;
			const key = String((record as never)[KEY[kind]]);
			const parsed = parseRecord(kind, record, '');
			if ('problems' in parsed) errors.push(...parsed.problems.map((problem) => ({ kind, key, ...problem })));
			if (kind === 'programs') warnings.push(...amountWithoutCurrency(key, record as never));
		}
	}
	return { errors, warnings, counts };
}

function* amountWithoutCurrency(
	key: string,
	program: { commission_amount: unknown; payout_minimum: unknown; currency: unknown },
): Generator<Finding> {
	if (program.currency !== null) return;
	if (program.commission_amount === null && program.payout_minimum === null) return;
	yield {
		kind: 'programs',
		key,
		column: 'currency',
		value: null,
		rule: 'given where there is an amount',
		fix: 'name the currency of commission_amount and payout_minimum',
	};
}

/** References that point nowhere: SQLite enforces them only for writers that ask it to. */
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
			yield { kind, key, column: 'name', value, rule: 'unlike other names', fix: `tell these apart: ${others}` };
		}
	}
}

function* reviewsOlderThanProgram(db: Database.Database): Generator<Finding> {
	const rows = db
		.prepare<[], { key: string; value: string; since: string }>(
			`SELECT r.id AS key, r.created_at AS value, p.created_at AS since
			 FROM reviews r JOIN programs p ON p.slug = r.program WHERE r.created_at < p.created_at ORDER BY r.id`,
		)
		.iterate();
	for (const { key, value, since } of rows) {
		const rule = `not before its program was listed (${since})`;
		yield { kind: 'reviews', key, column: 'created_at', value, rule, fix: '' };
	}
}
