/** Records as visitors and clients see them: references resolved, figures derived from published reviews only. */
import type { Program } from './program.ts';
import type { Review } from './review.ts';

export interface Named {
	readonly slug: string;
	readonly name: string;
}

export interface PublishedProgram extends Omit<Program, 'organization' | 'categories' | 'status'> {
	readonly organization: Named;
	readonly categories: readonly Named[];
	/** The unrounded average of published reviews; null when there are none. */
	readonly rating_average: number | null;
	readonly review_count: number;
}

export interface PublishedReview extends Omit<Review, 'program' | 'status'> {
	readonly program: Named;
}

/** A rating as it is shown: one decimal, halves up, 0 when there are no reviews (decisions, Values). */
export function roundRating(average: number | null): number {
	// The tiny addend undoes binary noise: 4.35 is stored a little below its value and would round down.
	return average === null ? 0 : Math.round(average * 10 + 1e-9) / 10;
}
