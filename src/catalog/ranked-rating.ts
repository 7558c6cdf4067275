import type { PublishedProgram } from './published.ts';

/** The fewest reviews that a program needs to be ranked by its rating, so that one or two reviews decide no ranking. */
export const FEWEST_RANKED_REVIEWS = 5;

/** Returns the unrounded average rating, or null if the program has too few reviews to be compared with others. */
export function rankedRating({
	rating_average,
	review_count,
}: Pick<PublishedProgram, 'rating_average' | 'review_count'>): number | null {
	return review_count >= FEWEST_RANKED_REVIEWS ? rating_average : null;
}
