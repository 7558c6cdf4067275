/**
 * The fields of a program in the responses of the API, and their order (interface 2.1 and 2.2, decisions "Extensions").
 */
import { splitWords } from '../shared/split-words.ts';
import type { Responses } from './columns.ts';
import { PROGRAM_COLUMNS } from './program.ts';

/** The fields that are not a copy of the column with the same name. */
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

type ProgramColumns = typeof PROGRAM_COLUMNS;
type Shown = {
	[N in keyof ProgramColumns]: ProgramColumns[N] extends { responses: Responses } ? N : never;
}[keyof ProgramColumns];
type ResponsesOf = typeof DERIVED & { [N in Shown]: ProgramColumns[N]['responses'] };
/** The names of the fields in these responses. */
export type FieldIn<A extends Responses> = {
	[N in keyof ResponsesOf]: ResponsesOf[N] extends A ? N : never;
}[keyof ResponsesOf];

const RESPONSES = new Map<string, Responses>([
	...Object.entries(DERIVED),
	...Object.entries(PROGRAM_COLUMNS).flatMap(([name, column]) =>
		'responses' in column ? [[name, column.responses] as const] : [],
	),
]);

/** The fields of the interface, in its order. */
const INTERFACE = new Set([
	...splitWords(`
		slug name description commission_type commission_rate cookie_days tracking_platform verified rating
		review_count logo_url categories created_at long_description payout_minimum payout_frequency website_url
		signup_url organization updated_at
	`),
	...namesIn('items'),
]);

/** The fields in the order of a response: first those of the interface, then the extensions. */
const ORDER = new Set([...INTERFACE, ...namesIn('items and detail'), ...namesIn('detail')]);

/** Whether a field is not part of the interface. */
export function isExtension(field: string): boolean {
	return !INTERFACE.has(field);
}

function namesIn(responses: Responses): string[] {
	return [...RESPONSES.keys()].filter((name) => RESPONSES.get(name) === responses);
}

/** The names of the fields in these responses, in order. */
export function fieldsIn<A extends Responses>(...responses: readonly A[]) {
	return [...ORDER].filter((name) => responses.includes(RESPONSES.get(name) as A)) as FieldIn<A>[];
}
