/** The four kinds of record in a directory, and the functions that make valid records from raw ones. */
import type { z } from 'zod';
import { nearWord } from '../shared/near-words.ts';
import { excerpt } from '../shared/text.ts';
import { CATEGORY_COLUMNS, type Category } from './category.ts';
import { type Columns, columnsFromBrands, IMPORT_TIME, isRequired, plainForm, schemaOf } from './columns.ts';
import { isPlaceholder } from './fields.ts';
import { IMPOSSIBLE_MAXIMUM, isPossibleMaximum, OFFER_COLUMNS } from './offer.ts';
import { ORGANIZATION_COLUMNS, type Organization } from './organization.ts';
import { PROGRAM_COLUMNS, type Program } from './program.ts';
import { REVIEW_COLUMNS, type Review } from './review.ts';

interface Records {
	readonly organizations: Organization;
	readonly categories: Category;
	readonly programs: Program;
	readonly reviews: Review;
}

export type Kind = keyof Records;
export type RecordOf<K extends Kind> = Records[K];

/** The columns of each kind. The kinds are ordered so that records refer only to records of earlier kinds. */
export const COLUMNS: { readonly [K in Kind]: Columns } = {
	organizations: ORGANIZATION_COLUMNS,
	categories: CATEGORY_COLUMNS,
	programs: PROGRAM_COLUMNS,
	reviews: REVIEW_COLUMNS,
};

export const KINDS = Object.keys(COLUMNS) as readonly Kind[];

/** Makes an object that has a value for each kind. */
export function byKind<T>(make: (kind: Kind) => T): { readonly [K in Kind]: T } {
	return Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as { [K in Kind]: T };
}

const SCHEMAS: { readonly [K in Kind]: z.ZodType<RecordOf<K>> } = {
	organizations: schemaOf(ORGANIZATION_COLUMNS),
	categories: schemaOf(CATEGORY_COLUMNS),
	programs: schemaOf(PROGRAM_COLUMNS).superRefine(limitMaximum).superRefine(requireSourceOfEarnings),
	reviews: schemaOf(REVIEW_COLUMNS),
};

function limitMaximum({ commission_rate: rate, commission_maximum: maximum }: Program, context: z.RefinementCtx): void {
	if (!isPossibleMaximum(rate, maximum)) context.addIssue({ ...IMPOSSIBLE_MAXIMUM, path: ['commission_maximum'] });
}

/** Requires a source and a date for earnings per click and order values. Without both, these figures mean nothing. */
function requireSourceOfEarnings(program: Program, context: z.RefinementCtx): void {
	if (program.epc === null && program.average_order_value === null) return;
	for (const field of ['earnings_source_url', 'earnings_at'] as const) {
		if (program[field] !== null) continue;
		const message = 'given if there is epc or average_order_value';
		const params = { fix: `write ${plainForm(PROGRAM_COLUMNS[field])}, or leave the figures empty` };
		context.addIssue({ code: 'custom', path: [field], message, params });
	}
}

/** The field that identifies a record of each kind. */
export const KEY = { organizations: 'slug', categories: 'slug', programs: 'slug', reviews: 'id' } as const satisfies {
	[K in Kind]: keyof RecordOf<K>;
};

/** Returns the slug or ID of a record. */
export function keyOf<K extends Kind>(kind: K, record: RecordOf<K>): string {
	return record[KEY[kind] as never];
}

/** Returns the columns whose values differ. */
export function changedColumns(before: object, after: object): string[] {
	return Object.entries(after)
		.filter(([column, value]) => !isSameValue(value, before[column as never]))
		.map(([column]) => column);
}

export function isSameValue(a: unknown, b: unknown): boolean {
	return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/** The columns of all kinds that are only bookkeeping. */
export const BOOKKEEPING: readonly string[] = [
	...new Set(KINDS.flatMap((kind) => Object.keys(COLUMNS[kind]).filter((name) => COLUMNS[kind][name]!.isBookkeeping))),
];

/**
 * Whether a record in which these columns differ has changed. If it has not, it keeps its `updated_at`, and pages and
 * feeds do not list it.
 */
export function isChange(columns: readonly string[]): boolean {
	return columns.some((column) => !BOOKKEEPING.includes(column));
}

/** A violated rule in one field of a record. */
export interface Violation {
	/** The name of the field, or an empty string if the problem concerns the record as a whole. */
	readonly column: string;
	/** The path of the value, such as `offers.0.rate`, if it is a part of the field's value. */
	readonly path?: string;
	/** The value of the field, or undefined if the field is missing. */
	readonly value: unknown;
	/** The rule. It completes the sentence "this must be …". */
	readonly rule: string;
	/** The advice, in the imperative. Empty if there is none. */
	readonly fix: string;
	/** The whole problem in words, if “VALUE must be RULE; FIX” would not be clear. */
	readonly sentence?: string;
}

export type Parsed<T> = { readonly record: T } | { readonly problems: readonly Violation[] };

/**
 * Makes a valid record from a raw one. Missing fields get their default values. A default value may be null.
 *
 * @param now the value for an unknown `created_at` of an organization or a program
 */
export function parseRecord<K extends Kind>(
	kind: K,
	raw: { readonly [field: string]: unknown },
	now: string,
): Parsed<RecordOf<K>> {
	const result = SCHEMAS[kind].safeParse(withComputedDefaults(kind, raw, now), { error: typeWords });
	if (result.success) return { record: result.data as RecordOf<K> };
	const problems = result.error.issues.flatMap((issue) => toProblems(kind, issue, raw));
	// If a computed default is invalid, the field that it was copied from is also invalid. Report only that field.
	return { problems: problems.filter(({ column, value }) => value !== undefined || !COLUMNS[kind][column]?.from) };
}

function withComputedDefaults(kind: Kind, raw: { readonly [field: string]: unknown }, now: string) {
	const filled = { ...raw };
	for (const [name, { from }] of COMPUTED.get(kind)!) filled[name] ??= from === IMPORT_TIME ? now : filled[from!];
	return filled;
}

const COMPUTED = new Map(
	KINDS.map((kind) => [kind, Object.entries(COLUMNS[kind]).filter(([, { from }]) => from !== undefined)]),
);

function toProblems(kind: Kind, issue: z.core.$ZodIssue, raw: { readonly [field: string]: unknown }): Violation[] {
	if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(kind, [...issue.path, key], raw));
	const place = placeOf(issue.path, raw);
	const { value } = place;
	const declared = COLUMNS[kind][place.column]!;
	if (value === undefined && issue.code !== 'custom')
		return [{ ...place, rule: 'given', fix: `write ${plainForm(declared)}` }];
	const rule = issue.message;
	if (!isPlaceholder(value)) return [{ ...place, rule, fix: fixOf(issue, value) }];
	const fix = isRequired(declared) ? `write ${plainForm(declared)}` : 'leave it empty if it is unknown';
	return [{ ...place, rule, fix }];
}

function placeOf(path: readonly PropertyKey[], raw: { readonly [field: string]: unknown }) {
	const value = path.reduce((part: unknown, step) => (part as never)?.[step], raw);
	return { column: String(path[0]), ...(path.length > 1 && { path: path.join('.') }), value };
}

function unknownField(kind: Kind, path: readonly PropertyKey[], raw: { readonly [field: string]: unknown }): Violation {
	const name = String(path.at(-1));
	// Offers are the only objects in a record.
	const meant = nearWord(name, Object.keys(path.length > 1 ? OFFER_COLUMNS : COLUMNS[kind]));
	const fix = meant === undefined ? 'remove it' : `write ${meant}`;
	const sentence = `There is no field ${JSON.stringify(excerpt(name, LONGEST_NAME))}; ${fix}`;
	return { ...placeOf(path, raw), rule: 'a known field', fix, sentence };
}

const LONGEST_NAME = 100;

function fixOf(issue: z.core.$ZodIssue, value: unknown): string {
	if (issue.code === 'custom') return String(issue.params?.fix ?? '');
	if (issue.code !== 'invalid_value') return '';
	return `write ${nearWord(String(value), issue.values.map(String)) ?? 'one of them'}`;
}

const LONGEST_VALUE = 60;

/** Says which rule a value breaks, and what to do: `"much" must be a number; write a percentage such as 12.5`. */
export function ruleSentence({ value, rule, fix, sentence }: Omit<Violation, 'column'>): string {
	return sentence ?? `${show(value)} must be ${rule}${fix ? `; ${fix}` : ''}`;
}

/** Shows a value in a sentence: text in quotes, shortened. @param none the word for a missing value */
export function show(value: unknown, none = 'it'): string {
	if (value === undefined || value === null) return none;
	if (typeof value === 'string') return JSON.stringify(excerpt(value, LONGEST_VALUE));
	return excerpt(JSON.stringify(value), LONGEST_VALUE);
}

const WORDS: { readonly [type: string]: string } = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
};

/** Names the type that a value does not have, so that it completes “this must be …”. Undefined for other problems. */
export function typeWords(issue: z.core.$ZodRawIssue): string | undefined {
	return issue.code === 'invalid_type' ? WORDS[issue.expected] : undefined;
}

/** The fields that a brand may propose for its own records. Editors alone decide about all others, such as `verified`. */
export const BRAND_FIELDS = {
	programs: columnsFromBrands(PROGRAM_COLUMNS),
	organizations: columnsFromBrands(ORGANIZATION_COLUMNS),
} as const;

export type BrandKind = keyof typeof BRAND_FIELDS;
