import type { PublishedReview } from '../../catalog/published.ts';

/** Returns a review's title, or a title that names the author if the review has none. */
export function reviewTitle(review: Pick<PublishedReview, 'title' | 'author_display_name'>): string {
	return review.title.trim() || `Review by ${review.author_display_name}`;
}

/** The maximum number of other reviews that a review's page links to. */
const OTHERS = 3;

/**
 * Returns up to `OTHERS` reviews that follow the review at `index`. The first review follows the last one, so that
 * every review is linked.
 */
export function othersAfter<T>(reviews: readonly T[], index: number): T[] {
	const next = reviews.slice(index + 1, index + 1 + OTHERS);
	return [...next, ...reviews.slice(0, Math.min(index, OTHERS - next.length))];
}
