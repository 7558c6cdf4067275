/** The four kinds of record that a directory is made of, and how a raw one becomes a valid one. */
import type { z } from 'zod';
import { CategorySchema } from './category.ts';
import { meansNothing } from './fields.ts';
import { nearWord } from './near-word.ts';
import { OrganizationSchema } from './organization.ts';
import { COMMISSION_TYPES, ProgramSchema } from './program.ts';
import { ReviewSchema } from './review.ts';

/** In the order in which records refer to each other: a record only refers to kinds before its own. */
export const SCHEMAS = {
	organizations: OrganizationSchema,
	categories: CategorySchema,
	programs: ProgramSchema,
	reviews: ReviewSchema,
} as const;

export type Kind = keyof typeof SCHEMAS;
export type RecordOf<K extends Kind> = z.output<(typeof SCHEMAS)[K]>;

export const KINDS = Object.keys(SCHEMAS) as readonly Kind[];

/** The field that identifies a record of each kind. */
export const KEY = { organizations: 'slug', categories: 'slug', programs: 'slug', reviews: 'id' } as const satisfies {
	[K in Kind]: keyof RecordOf<K>;
};

/** Fields that only count. A change of these alone is no news about the record, so it does not move `updated_at`. */
export const COUNTERS: readonly string[] = ['views', 'upvotes'];

/** One broken rule in one field of one record. */
export interface Problem {
	/** The field; empty when it is the record as a whole. */
	readonly column: string;
	/** What the field holds; undefined when it is missing. */
	readonly value: unknown;
	/** Completes the sentence "this must be …". */
	readonly rule: string;
	/** What to do, in the imperative; empty where only a value of another type could do. */
	readonly fix: string;
}

export type Parsed<T> = { readonly record: T } | { readonly problems: readonly Problem[] };

/**
 * Makes a valid record of a raw one, in which an absent field is one that its source does not know: it becomes the null
 * or the default of its kind.
 *
 * @param now what `created_at` of an organization or a program becomes when it is unknown
 */
export function parseRecord<K extends Kind>(
	kind: K,
	raw: { readonly [field: string]: unknown },
	now: string,
): Parsed<RecordOf<K>> {
	const result = SCHEMAS[kind].safeParse(withComputedDefaults(kind, raw, now));
	if (result.success) return { record: result.data as RecordOf<K> };
	const problems = result.error.issues.map((issue) => toProblem(kind, issue, raw));
	// What is wrong with a computed default is wrong with the field it comes from, and said there.
	return { problems: problems.filter(({ column, value }) => value !== undefined || !COMPUTED.includes(column)) };
}

const COMPUTED = ['updated_at', 'author_display_name'];

function withComputedDefaults(kind: Kind, raw: { readonly [field: string]: unknown }, now: string) {
	if (kind === 'categories') return raw;
	if (kind === 'reviews') {
		const author_display_name = raw.author_display_name ?? raw.author_username;
		return { ...raw, author_display_name, updated_at: raw.updated_at ?? raw.created_at };
	}
	const created_at = raw.created_at ?? now;
	if (kind === 'organizations') return { ...raw, created_at };
	return { ...raw, created_at, updated_at: raw.updated_at ?? created_at };
}

function toProblem(kind: Kind, issue: z.core.$ZodIssue, raw: { readonly [field: string]: unknown }): Problem {
	if (issue.code === 'unrecognized_keys') {
		return {
			column: issue.keys.join(', '),
			value: raw[issue.keys[0] as string],
			rule: 'a known field',
			fix: 'remove it',
		};
	}
	const column = String(issue.path[0]);
	const value = issue.path.reduce((at: unknown, step) => (at as never)?.[step], raw);
	if (value === undefined) return { column, value, rule: 'given', fix: exampleOf(column) };
	if (!meansNothing(value)) {
		return { column, value, rule: issue.message, fix: fixOf(issue, value) };
	}
	const fix = isRequired(kind, column) ? exampleOf(column) : 'leave it empty if it is unknown';
	return { column, value, rule: issue.message, fix };
}

/** What to write in required fields. */
const EXAMPLES: { readonly [column: string]: string } = {
	id: 'an id such as rev_8f3k2',
	slug: 'a slug such as acme-co',
	name: 'the name',
	organization: 'the slug of its organization',
	commission_type: `one of ${COMMISSION_TYPES.join(', ')}`,
	website_url: 'an address such as https://acme.example/',
	program: 'the slug of the program',
	author_username: 'the name of the author',
	rating: 'a rating such as 4.5',
	created_at: 'a date such as 2026-04-18T09:30:00Z',
};

function exampleOf(column: string): string {
	return `write ${EXAMPLES[column] ?? 'a value'}`;
}

/** Whether a record of `kind` cannot be without the field. */
function isRequired(kind: Kind, column: string): boolean {
	const parsed = parseRecord(kind, {}, '2000-01-01T00:00:00Z');
	return 'problems' in parsed && parsed.problems.some((problem) => problem.column === column);
}

function fixOf(issue: z.core.$ZodIssue, value: unknown): string {
	if (issue.code === 'custom') return String(issue.params?.fix ?? '');
	if (issue.code !== 'invalid_value') return '';
	return `write ${nearWord(String(value), issue.values.map(String)) ?? 'one of them'}`;
}
