/** Records as visitors and API clients see them. References are resolved, and only published reviews are counted. */

import type { Program } from './program.ts';
import type { Review } from './review.ts';

export interface Named {
	readonly slug: string;
	readonly name: string;
}

export interface PublishedProgram extends Omit<Program, 'organization' | 'categories' | 'status'> {
	readonly organization: Named;
	readonly categories: readonly Named[];
	/** The unrounded average rating in published reviews, or null if there are no published reviews. */
	readonly rating_average: number | null;
	readonly review_count: number;
	/** The time of the latest change to any published review, or null if there are no published reviews. */
	readonly reviewed_at: string | null;
}

export interface PublishedReview extends Omit<Review, 'program' | 'status'> {
	readonly program: Named;
}

/** Rounds an average rating to one decimal, halves up. Returns 0 if there are no reviews (decisions, Values). */
export function roundRating(average: number | null): number {
	return average === null ? 0 : Math.round(average * 10) / 10;
}

/** The fewest reviews that a program needs to be ranked by its rating, so that one or two reviews decide no ranking. */
export const FEWEST_RANKED_REVIEWS = 5;

/** Returns the unrounded average rating, or null if the program has too few reviews to be compared with others. */
export function rankedRating({
	rating_average,
	review_count,
}: Pick<PublishedProgram, 'rating_average' | 'review_count'>): number | null {
	return review_count >= FEWEST_RANKED_REVIEWS ? rating_average : null;
}
