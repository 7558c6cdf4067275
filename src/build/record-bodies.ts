/** Adds the API bodies of records to a release. */
import type { Category } from '../catalog/category.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import type { RecordOf } from '../catalog/records.ts';
import * as view from '../catalog/views.ts';
import type { DefaultPlace } from '../search/order.ts';
import type { NumberedReview } from '../snapshot/read.ts';
import type { BodyLayers } from './body-layers.ts';

/** The first item ID of reviews. The item IDs of programs begin at 0. */
const FIRST_REVIEW = 2 ** 31;

export const programPath = (slug: string) => `/programs/${slug}`;
export const reviewPath = (id: string) => `/reviews/${id}`;
/** The path of the list of a program's reviews. */
export const reviewsPath = (program: string) => `${programPath(program)}/reviews`;

/** The kinds of records that have a list of programs. */
export const GROUPS = ['organizations', 'categories'] as const;
export type Group = (typeof GROUPS)[number];

export const groupPath = (kind: Group, slug: string) => `/${kind}/${slug}`;
/** The path of the list of the programs of an organization or a category. */
export const programsPath = (kind: Group, slug: string) => `${groupPath(kind, slug)}/programs`;

/** The values that decide which lists have a program, and where. */
export interface Place extends DefaultPlace {
	/** The number of the program, which is also the ID of its item. */
	readonly number: number;
	/** The slugs of the organization and the categories whose lists have the program. */
	readonly organizations: readonly string[];
	readonly categories: readonly string[];
}

export function placeOf(program: PublishedProgram, number: number): Place {
	const { slug, featured, views, review_count, organization, categories } = program;
	return {
		...{ slug, featured, views, review_count, number },
		organizations: [organization.slug],
		categories: categories.map((category) => category.slug),
	};
}

/** Adds the response of a program. */
export function addProgram(bodies: BodyLayers, program: PublishedProgram): void {
	bodies.addResponse(programPath(program.slug), view.programDetail(program));
}

/** Adds the response of an organization or a category, and the list of its programs. */
export function addGroup<G extends Group>(
	bodies: BodyLayers,
	kind: G,
	record: RecordOf<G>,
	programs: readonly number[],
): void {
	bodies.addResponse(groupPath(kind, record.slug), GROUP_VIEWS[kind](record, programs.length));
	bodies.addList(programsPath(kind, record.slug), programs);
}

const GROUP_VIEWS: { readonly [G in Group]: (record: RecordOf<G>, programCount: number) => object } = {
	organizations: view.organizationDetail,
	categories: view.categoryDetail,
};

/** Adds the response with all categories. @param sizeOf returns the number of programs in a category */
export function addCategories(
	bodies: BodyLayers,
	categories: Iterable<Category>,
	sizeOf: (slug: string) => number,
): void {
	const sorted = [...categories].sort((a, b) => (a.slug < b.slug ? -1 : 1));
	bodies.addResponse(
		'/categories',
		sorted.map((category) => view.categoryItem(category, sizeOf(category.slug))),
	);
}

/** The ID of the item of a review. */
export const reviewItem = ({ number }: Pick<NumberedReview, 'number'>) => FIRST_REVIEW + number;

/** Adds the response and the item of a review. */
export function addReview(bodies: BodyLayers, review: NumberedReview): void {
	const [item, details] = [view.reviewItem(review), view.reviewDetails(review)];
	bodies.addItemWithResponse(reviewPath(review.id), reviewItem(review), item, details);
}

/** The number of a review, and the values that decide its place in a list. */
export type ListedReview = Pick<NumberedReview, 'id' | 'created_at' | 'number'>;

/** Adds the list of a program's reviews, from newest to oldest. It may be empty. */
export function addReviews(bodies: BodyLayers, program: string, reviews: readonly ListedReview[]): void {
	const sorted = reviews.toSorted((a, b) => compare(b.created_at, a.created_at) || compare(a.id, b.id));
	bodies.addList(reviewsPath(program), sorted.map(reviewItem));
}

// Dates and IDs are ASCII, so JavaScript's order of strings is the order of code points.
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
