/**
 * The API's view of each record: which fields, in which order (interface 2.1 to 2.5, decisions "Variants" and
 * "Extensions"). A key that a client does not know must do it no harm; a fact that the directory does not know is null.
 */
import type { Category } from './category.ts';
import type { Organization } from './organization.ts';
import { type PublishedProgram, type PublishedReview, roundRating } from './published.ts';

/** What every view of a program begins with. */
function programTerms(program: PublishedProgram) {
	return {
		slug: program.slug,
		name: program.name,
		description: program.description,
		commission_type: program.commission_type,
		commission_rate: program.commission_rate,
		cookie_days: program.cookie_days,
	};
}

/** How far a program can be trusted: by the directory, and by those who reviewed it. */
function programStanding(program: PublishedProgram) {
	return {
		verified: program.verified,
		rating: roundRating(program.rating_average),
		review_count: program.review_count,
	};
}

/** An item of the lists of programs of a category and of an organization (interface 2.1, the reduced item). */
export function reducedProgram(program: PublishedProgram) {
	return { ...programTerms(program), ...programStanding(program) };
}

/** The documented fields that the list item and the detail share; only their categories differ. */
function documentedProgram<C>(program: PublishedProgram, categories: C) {
	return {
		...programTerms(program),
		tracking_platform: program.tracking_platform,
		...programStanding(program),
		logo_url: program.logo_url,
		categories,
		created_at: program.created_at,
	};
}

function programExtensions(program: PublishedProgram) {
	return {
		commission_text: program.commission_text,
		commission_amount: program.commission_amount,
		commission_duration: program.commission_duration,
		currency: program.currency,
	};
}

/** An item of `GET /programs`: the documented fields, the quick-start's names for them, the extensions. */
export function programItem(program: PublishedProgram) {
	return {
		...documentedProgram(
			program,
			program.categories.map((category) => category.name),
		),
		brand_name: program.organization.name,
		commission_percent: program.commission_rate,
		cookie_duration_days: program.cookie_days,
		average_rating: roundRating(program.rating_average),
		is_verified: program.verified,
		...programExtensions(program),
	};
}

/** `GET /programs/:slug` (interface 2.2). */
export function programDetail(program: PublishedProgram) {
	return {
		...documentedProgram(
			program,
			program.categories.map(({ slug, name }) => ({ slug, name })),
		),
		long_description: program.long_description,
		payout_minimum: program.payout_minimum,
		payout_frequency: program.payout_frequency,
		website_url: program.website_url,
		signup_url: program.signup_url,
		organization: { slug: program.organization.slug, name: program.organization.name },
		updated_at: program.updated_at,
		...programExtensions(program),
	};
}

/** An item of `GET /categories` (interface 2.3). */
export function categoryItem(category: Category, programCount: number) {
	return { slug: category.slug, name: category.name, program_count: programCount, icon: category.icon };
}

/** `GET /categories/:slug`. */
export function categoryDetail(category: Category, programCount: number) {
	return { ...categoryItem(category, programCount), description: category.description };
}

/** An item of a program's reviews (interface 2.4). */
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

/** What `GET /reviews/:id` says after the fields of the item. */
export function reviewDetails(review: PublishedReview) {
	return {
		program: { slug: review.program.slug, name: review.program.name },
		updated_at: review.updated_at,
	};
}

/** `GET /organizations/:slug` (interface 2.5). */
export function organizationDetail(organization: Organization, programCount: number) {
	return {
		slug: organization.slug,
		name: organization.name,
		logo_url: organization.logo_url,
		website_url: organization.website_url,
		description: organization.description,
		plan: organization.plan,
		program_count: programCount,
		created_at: organization.created_at,
	};
}
