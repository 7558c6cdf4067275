/**
 * The program fields in API responses, and their order (interface 2.1 and 2.2, decisions "Extensions").
 */

import { pick } from '../shared/pick.ts';
import { splitWords } from '../shared/text.ts';
import type { Category } from './category.ts';
import type { ProgramColumn, Responses } from './columns.ts';
import type { Evidence } from './commission-columns.ts';
import { networkName } from './keyword-names.ts';
import { type ListedOffer, UNSTATED_TYPE } from './offer.ts';
import type { Organization } from './organization.ts';
import { PROGRAM_COLUMNS } from './program.ts';
import { type PublishedProgram, type PublishedReview, roundRating } from './published.ts';
import { REVIEW_FACTS } from './review.ts';

/** The fields whose values are not simply copied from a column with the same name. */
const DERIVED = {
	commission_type: 'every response',
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
type ResponsesOf = typeof DERIVED & {
	[N in Exclude<keyof ProgramColumns, DerivedField>]: ProgramColumns[N] extends { responses: infer R } ? R : 'detail';
};
/** The names of the fields whose `Responses` value is in `A`. */
export type FieldIn<A extends Responses> = {
	[N in keyof ResponsesOf]: ResponsesOf[N] extends A ? N : never;
}[keyof ResponsesOf];

const RESPONSES: ReadonlyMap<string, Responses | 'none'> = new Map([
	...Object.entries(DERIVED),
	...Object.entries<ProgramColumn>(PROGRAM_COLUMNS).flatMap(([name, { responses = 'detail' }]) =>
		name in DERIVED ? [] : [[name, responses] as const],
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

const REDUCED = fieldsIn('every response');
const ITEM = fieldsIn('every response', 'items and detail', 'items');
const DETAIL = fieldsIn('every response', 'items and detail', 'detail');

/** Adds the fields that all responses derive. */
function withDerived(program: PublishedProgram) {
	return {
		...program,
		commission_type: program.commission_type ?? UNSTATED_TYPE,
		rating: roundRating(program.rating_average),
	};
}

/** Returns the reduced item for a program in the list of a category or organization (interface 2.1). */
export function reducedProgram(program: PublishedProgram) {
	return pick(withDerived(program), REDUCED);
}

/** Returns an item of `GET /programs`: the interface's fields, aliases for some of these fields, and the extensions. */
export function programItem(program: PublishedProgram) {
	const derived = withDerived(program);
	const fields = {
		...derived,
		categories: program.categories.map((category) => category.name),
		brand_name: program.organization.name,
		commission_percent: program.commission_rate,
		cookie_duration_days: program.cookie_days,
		average_rating: derived.rating,
		is_verified: program.verified,
	};
	return pick(fields, ITEM);
}

/** Returns the data of `GET /programs/:slug` (interface 2.2). */
export function programDetail(program: PublishedProgram) {
	const fields = {
		...withDerived(program),
		commission_evidence: evidenceWithSource(program),
		offers: program.offers.map((offer) => withCurrency(offer, program.currency)),
		categories: program.categories.map(({ slug, name }) => ({ slug, name })),
		organization: { slug: program.organization.slug, name: program.organization.name },
	};
	return pick(fields, DETAIL);
}

/** Fills in the currency of an offer that has amounts. */
function withCurrency(offer: ListedOffer, currency: string | null): ListedOffer {
	return offer.amount === null && offer.cap === null ? offer : { ...offer, currency: offer.currency ?? currency };
}

/** Names the source of each figure that no editor set. The type has an entry only if something states it. */
function evidenceWithSource({ commission_evidence, commission_type: type, source_name }: PublishedProgram) {
	const evidence: { [column: string]: Evidence } = { ...commission_evidence };
	// An editor can empty the type. Another tool can write it without evidence.
	if (type === null) delete evidence.commission_type;
	else evidence.commission_type ??= { by: 'source', place: null, words: null };
	const named = Object.entries(evidence).map(([column, { by, place, words }]) => {
		return [column, { by, source: by === 'editor' ? null : source_name, place, words }] as const;
	});
	return Object.fromEntries(named);
}

/**
 * Returns the type in a program's response, or null if nothing states it.
 *
 * @param evidence the program's evidence. Empty if an earlier version, for which the type was always stated, made the response
 */
export function statedType<Type>(type: Type, evidence: object | null | undefined): Type | null {
	return evidence == null || 'commission_type' in evidence ? type : null;
}

export type ProgramDetail = ReturnType<typeof programDetail>;

/** Returns an item of `GET /categories` (interface 2.3). */
export function categoryItem(category: Category, programCount: number) {
	return { slug: category.slug, name: category.name, program_count: programCount, icon: category.icon };
}

/** Returns the data of `GET /categories/:slug`. */
export function categoryDetail(category: Category, programCount: number) {
	return { ...categoryItem(category, programCount), description: category.description };
}

/** Returns an item in the list of a program's reviews (interface 2.4). */
export function reviewItem(review: PublishedReview) {
	return {
		id: review.id,
		rating: review.rating,
		title: review.title,
		body: review.body,
		author: {
			username: review.author_username,
			display_name: review.author_display_name,
			avatar_url: review.author_avatar_url,
		},
		upvotes: review.upvotes,
		created_at: review.created_at,
	};
}

/** Returns the fields of `GET /reviews/:id` that are not in `reviewItem`: the interface’s, then the extensions. */
export function reviewDetails(review: PublishedReview) {
	return {
		program: { slug: review.program.slug, name: review.program.name },
		updated_at: review.updated_at,
		...pick(review, REVIEW_FACTS),
	};
}

/** Returns the data of `GET /organizations/:slug` (interface 2.5). */
export function organizationDetail(organization: Organization, programCount: number) {
	const { slug, name, logo_url, website_url, description, plan, created_at } = organization;
	return { slug, name, logo_url, website_url, description, plan, program_count: programCount, created_at };
}

/** Returns an item of `GET /networks`: an affiliate network that published programs use. */
export function networkItem(keyword: string, programCount: number) {
	return { slug: keyword, name: networkName(keyword), program_count: programCount };
}
