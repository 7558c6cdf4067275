/** Adds the API bodies of records to a release. */
import type { Category } from '../catalog/category.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import type { RecordOf } from '../catalog/records.ts';
import * as view from '../catalog/resources.ts';
import type { DefaultPlace } from '../search/order.ts';
import { compareText } from '../shared/compare-text.ts';
import type { NumberedReview } from '../snapshot/read.ts';
import type { BodyLayers } from './body-layers.ts';

/** The lowest item IDs of organizations and reviews. The item IDs of programs start at 0. */
const FIRST_ORGANIZATION = 2 ** 30;
const FIRST_REVIEW = 2 ** 31;

export const programPath = (slug: string) => `/programs/${slug}`;
export const reviewPath = (id: string) => `/reviews/${id}`;
export const reviewsPath = (program: string) => `${programPath(program)}/reviews`;

export const ALL_ORGANIZATIONS = '/organizations';
export const ALL_REVIEWS = '/reviews';

/** The kinds of records that have a list of programs. */
export const GROUPS = ['organizations', 'categories'] as const;
export type Group = (typeof GROUPS)[number];

export const groupPath = (kind: Group, slug: string) => `/${kind}/${slug}`;
export const programsPath = (kind: Group, slug: string) => `${groupPath(kind, slug)}/programs`;

/** The values that decide which lists contain a program, and where in these lists the program is. */
export interface Place extends DefaultPlace {
	/** The number of the program, which is also the ID of its item. */
	readonly number: number;
	/** The slugs of the organization and the categories whose lists contain the program. */
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

export function addProgram(bodies: BodyLayers, program: PublishedProgram): void {
	bodies.addResponse(programPath(program.slug), view.programDetail(program));
}

/** Adds a category or an organization, and the list of its programs. */
export type AddGroup<G extends Group> = (record: RecordOf<G>, programs: readonly number[]) => void;

export function categoryAdder(bodies: BodyLayers): AddGroup<'categories'> {
	return (category, programs) => {
		bodies.addResponse(groupPath('categories', category.slug), view.categoryDetail(category, programs.length));
		bodies.addList(programsPath('categories', category.slug), programs);
	};
}

/** Returns a function that adds organizations and their list items. @param itemOf returns the item ID for a slug */
export function organizationAdder(bodies: BodyLayers, itemOf: (slug: string) => number): AddGroup<'organizations'> {
	return (organization, programs) => {
		const { slug } = organization;
		const item = view.organizationDetail(organization, programs.length);
		bodies.addItemWithResponse(groupPath('organizations', slug), itemOf(slug), item, {});
		bodies.addList(programsPath('organizations', slug), programs);
	};
}

export const organizationItem = (number: number) => FIRST_ORGANIZATION + number;
/** Returns the number of the organization with the item ID `item`. */
export const organizationAt = (item: number) => item - FIRST_ORGANIZATION;

/** Adds the response that lists all categories. @param sizeOf returns the number of programs in a category */
export function addCategories(
	bodies: BodyLayers,
	categories: Iterable<Category>,
	sizeOf: (slug: string) => number,
): void {
	const sorted = [...categories].sort((a, b) => compareText(a.slug, b.slug));
	bodies.addResponse(
		'/categories',
		sorted.map((category) => view.categoryItem(category, sizeOf(category.slug))),
	);
}

export const reviewItem = ({ number }: Pick<NumberedReview, 'number'>) => FIRST_REVIEW + number;
/** Returns the number of the review with the item ID `item`. */
export const reviewAt = (item: number) => item - FIRST_REVIEW;

export function addReview(bodies: BodyLayers, review: NumberedReview): void {
	const [item, details] = [view.reviewItem(review), view.reviewDetails(review)];
	bodies.addItemWithResponse(reviewPath(review.id), reviewItem(review), item, details);
}

/** The number of a review, and the values that decide its place in a list. */
export type ListedReview = Pick<NumberedReview, 'id' | 'created_at' | 'number'>;

/** Compares reviews to sort them from newest to oldest. Reviews of the same second are sorted by ID. */
export function compareReviews(a: Pick<ListedReview, 'id' | 'created_at'>, b: typeof a): number {
	return compareText(b.created_at, a.created_at) || compareText(a.id, b.id);
}

/** Adds a list of reviews, sorted from newest to oldest. The list may be empty. */
export function addReviews(bodies: BodyLayers, path: string, reviews: readonly ListedReview[]): void {
	bodies.addList(path, reviews.toSorted(compareReviews).map(reviewItem));
}
