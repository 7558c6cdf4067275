import type { PublishedReview } from '../catalog/published.ts';

/** The title of a review. If it has none, a title that names the author. */
export function reviewTitle(review: Pick<PublishedReview, 'title' | 'author_display_name'>): string {
	return review.title.trim() || `Review by ${review.author_display_name}`;
}

/** How many other reviews the page of a review links to. */
const OTHERS = 3;

/** The reviews after the one at `index`. After the last review, starts again at the first, so that all are linked. */
export function othersAfter<T>(reviews: readonly T[], index: number): T[] {
	const next = reviews.slice(index + 1, index + 1 + OTHERS);
	return [...next, ...reviews.slice(0, Math.min(index, OTHERS - next.length))];
}
