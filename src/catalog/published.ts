/** Records as visitors and API clients see them: with resolved references, and figures from published reviews only. */
import type { Program } from './program.ts';
import type { Review } from './review.ts';

export interface Named {
	readonly slug: string;
	readonly name: string;
}

export interface PublishedProgram extends Omit<Program, 'organization' | 'categories' | 'status'> {
	readonly organization: Named;
	readonly categories: readonly Named[];
	/** The unrounded average rating of published reviews; null if there are none. */
	readonly rating_average: number | null;
	readonly review_count: number;
	/** The time of the latest change of a published review; null if there are none. */
	readonly reviewed_at: string | null;
}

export interface PublishedReview extends Omit<Review, 'program' | 'status'> {
	readonly program: Named;
}

/** A rating as it is shown: one decimal, halves rounded up, 0 without reviews (decisions, Values). */
export function roundRating(average: number | null): number {
	return average === null ? 0 : Math.round(average * 10) / 10;
}
