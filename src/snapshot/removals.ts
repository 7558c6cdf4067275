/** Finds out which records can be removed, and which records must be removed with them. */
import type Database from 'better-sqlite3';
import { COLUMNS, type Kind, type RecordOf } from '../catalog/records.ts';

export interface RecordKey {
	readonly kind: Kind;
	/** The slug or ID. */
	readonly key: string;
}

/** SQL that selects the keys of the records that refer to a record, by the record's kind. */
const USERS: { readonly [K in Kind]?: readonly [users: Kind, sql: string] } = {
	organizations: ['programs', 'SELECT slug FROM programs WHERE organization = ?'],
	categories: ['programs', 'SELECT program FROM program_categories WHERE category = ?'],
	programs: ['reviews', 'SELECT id FROM reviews WHERE program = ?'],
};

/** Returns the records that refer to a record, including drafts. */
export function usersOf(db: Database.Database, kind: Kind, key: string): RecordKey[] {
	const users = USERS[kind];
	if (users === undefined) return [];
	const [of, sql] = users;
	return db
		.prepare<[string], string>(sql)
		.pluck()
		.all(key)
		.map((user) => ({ kind: of, key: user }));
}

/**
 * Returns the records to remove in an order in which no record refers to a removed one. The reviews of a program are
 * removed with it. An organization or a category that another program uses stays.
 */
export function removals(db: Database.Database, wanted: readonly RecordKey[]): RecordKey[] {
	const of = (kind: Kind) => wanted.filter((one) => one.kind === kind);
	const programs = new Set(of('programs').map(({ key }) => key));
	const reviewsOfPrograms = of('programs').flatMap(({ key }) => usersOf(db, 'programs', key));
	const reviews = new Set([...of('reviews'), ...reviewsOfPrograms].map(({ key }) => key));
	const unused = [...of('categories'), ...of('organizations')].filter(({ kind, key }) =>
		usersOf(db, kind, key).every((user) => programs.has(user.key)),
	);
	return [...[...reviews].map((key) => ({ kind: 'reviews' as const, key })), ...of('programs'), ...unused];
}

export function targetsOf(kind: Kind, record: RecordOf<Kind>): RecordKey[] {
	return Object.entries(COLUMNS[kind]).flatMap(([column, { refersTo }]) =>
		refersTo === undefined
			? []
			: [record[column as never] as string | string[]].flat().map((key) => ({ kind: refersTo, key })),
	);
}
