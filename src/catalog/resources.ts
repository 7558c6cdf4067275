/**
 * Converts records to the objects in API responses, and puts the fields of each object in order (interface 2.1 to 2.5,
 * decisions "Variants" and "Extensions"). Clients must ignore fields that they do not know. Unknown facts are null.
 */
import { pick } from '../shared/pick.ts';
import type { Category } from './category.ts';
import { platformName } from './keyword-names.ts';
import type { Organization } from './organization.ts';
import { fieldsIn } from './program-responses.ts';
import { type PublishedProgram, type PublishedReview, roundRating } from './published.ts';
import { REVIEW_FACTS } from './review.ts';

const REDUCED = fieldsIn('every response');
const ITEM = fieldsIn('every response', 'items and detail', 'items');
const DETAIL = fieldsIn('every response', 'items and detail', 'detail');

/** Returns the reduced item for a program in the list of a category or organization (interface 2.1). */
export function reducedProgram(program: PublishedProgram) {
	return pick({ ...program, rating: roundRating(program.rating_average) }, REDUCED);
}

/** Returns an item of `GET /programs`: the interface's fields, aliases for some of these fields, and the extensions. */
export function programItem(program: PublishedProgram) {
	const rating = roundRating(program.rating_average);
	const fields = {
		...program,
		rating,
		categories: program.categories.map((category) => category.name),
		brand_name: program.organization.name,
		commission_percent: program.commission_rate,
		cookie_duration_days: program.cookie_days,
		average_rating: rating,
		is_verified: program.verified,
	};
	return pick(fields, ITEM);
}

/** Returns the data of `GET /programs/:slug` (interface 2.2). */
export function programDetail(program: PublishedProgram) {
	const fields = {
		...program,
		rating: roundRating(program.rating_average),
		categories: program.categories.map(({ slug, name }) => ({ slug, name })),
		organization: { slug: program.organization.slug, name: program.organization.name },
	};
	return pick(fields, DETAIL);
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

/** Returns an item of `GET /networks`: a tracking platform that published programs use. */
export function networkItem(keyword: string, programCount: number) {
	return { slug: keyword, name: platformName(keyword), program_count: programCount };
}
