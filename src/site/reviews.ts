import type { PublishedReview } from '../catalog/published.ts';

/** The title of a review; one without a title is named after its author. */
export function reviewTitle(review: Pick<PublishedReview, 'title' | 'author_display_name'>): string {
	return review.title.trim() || `Review by ${review.author_display_name}`;
}

/** How many other reviews the page of a review leads on to. */
const OTHERS = 3;

/** The reviews that come after one of them, going on from the start at the end, so that every one is led to. */
export function othersAfter<T>(reviews: readonly T[], index: number): T[] {
	const next = reviews.slice(index + 1, index + 1 + OTHERS);
	return [...next, ...reviews.slice(0, Math.min(index, OTHERS - next.length))];
}
