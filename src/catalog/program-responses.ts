/**
 * The program fields in API responses, and their order (interface 2.1 and 2.2, decisions "Extensions").
 */
import { splitWords } from '../shared/split-words.ts';
import type { Responses } from './columns.ts';
import { PROGRAM_COLUMNS } from './program.ts';

/** The fields whose values are not simply copied from a column with the same name. */
const DERIVED = {
	rating: 'every response',
	review_count: 'every response',
	categories: 'items and detail',
	organization: 'detail',
	brand_name: 'items',
	commission_percent: 'items',
	cookie_duration_days: 'items',
	average_rating: 'items',
	is_verified: 'items',
} as const satisfies { readonly [field: string]: Responses };

export type DerivedField = keyof typeof DERIVED;

/** The fields of items that repeat another field under a second name, with that field. */
export const SECOND_NAMES: { readonly [field: string]: string } = {
	brand_name: 'organization',
	commission_percent: 'commission_rate',
	cookie_duration_days: 'cookie_days',
	average_rating: 'rating',
	is_verified: 'verified',
};

type ProgramColumns = typeof PROGRAM_COLUMNS;
type Shown = {
	[N in keyof ProgramColumns]: ProgramColumns[N] extends { responses: Responses } ? N : never;
}[keyof ProgramColumns];
type ResponsesOf = typeof DERIVED & { [N in Shown]: ProgramColumns[N]['responses'] };
/** The names of the fields whose `Responses` value is in `A`. */
export type FieldIn<A extends Responses> = {
	[N in keyof ResponsesOf]: ResponsesOf[N] extends A ? N : never;
}[keyof ResponsesOf];

const RESPONSES = new Map<string, Responses>([
	...Object.entries(DERIVED),
	...Object.entries(PROGRAM_COLUMNS).flatMap(([name, column]) =>
		'responses' in column ? [[name, column.responses] as const] : [],
	),
]);

/** The fields that the interface defines, in the order of the interface. */
const INTERFACE = new Set([
	...splitWords(`
		slug name description commission_type commission_rate cookie_days tracking_platform verified rating
		review_count logo_url categories created_at long_description payout_minimum payout_frequency website_url
		signup_url organization updated_at
	`),
	...namesIn('items'),
]);

/** The fields in response order: first the fields of the interface, then the extensions. */
const ORDER = new Set([...INTERFACE, ...namesIn('items and detail'), ...namesIn('detail')]);

/** Whether a field is an extension. An extension is a field that the interface does not define. */
export function isExtension(field: string): boolean {
	return !INTERFACE.has(field);
}

function namesIn(responses: Responses): string[] {
	return [...RESPONSES.keys()].filter((name) => RESPONSES.get(name) === responses);
}

/** Returns the names of the fields with one of these `Responses` values, in response order. */
export function fieldsIn<A extends Responses>(...responses: readonly A[]) {
	return [...ORDER].filter((name) => responses.includes(RESPONSES.get(name) as A)) as FieldIn<A>[];
}
