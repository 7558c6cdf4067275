/** The reviews of an organization: all reviews of its programs. */
import type { PublishedProgram, PublishedReview } from '../catalog/published.ts';
import { compareNewest, type Directory } from './directory.ts';

export type Rated = Pick<PublishedProgram, 'rating_average' | 'review_count'>;

/** The average rating of an organization's programs. Every review has the same weight. */
export function organizationRating(programs: readonly Rated[]): Rated {
	const review_count = programs.reduce((sum, program) => sum + program.review_count, 0);
	const sum = programs.reduce((sum, program) => sum + (program.rating_average ?? 0) * program.review_count, 0);
	return { rating_average: review_count === 0 ? null : sum / review_count, review_count };
}

/** The newest reviews of an organization's programs. */
export function latestReviews(
	programs: readonly PublishedProgram[],
	{ reviewsOf }: Pick<Directory, 'reviewsOf'>,
	length: number,
): PublishedReview[] {
	// A single program can fill the whole list, so take that many reviews of each.
	const candidates = programs.flatMap((program) => reviewsOf(program).slice(0, length));
	return candidates.sort(compareNewest).slice(0, length);
}
