import type { PublishedReview } from '../catalog/published.ts';

/** The title of a review; one without a title is named after its author. */
export function reviewTitle(review: Pick<PublishedReview, 'title' | 'author_display_name'>): string {
	return review.title.trim() || `Review by ${review.author_display_name}`;
}
