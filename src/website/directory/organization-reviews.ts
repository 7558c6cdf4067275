/** The reviews of an organization: all reviews of its programs. */
import type { PublishedProgram, PublishedReview } from '../../catalog/published.ts';
import { compareNewest, type Directory } from './directory.ts';

export type Rated = Pick<PublishedProgram, 'rating_average' | 'review_count'>;

/** Returns the average rating of all reviews of an organization's programs. Every review has the same weight. */
export function organizationRating(programs: readonly Rated[]): Rated {
	const review_count = programs.reduce((sum, program) => sum + program.review_count, 0);
	const sum = programs.reduce((sum, program) => sum + (program.rating_average ?? 0) * program.review_count, 0);
	return { rating_average: review_count === 0 ? null : sum / review_count, review_count };
}

/** Returns the newest reviews of an organization's programs, newest first. */
export function latestReviews(
	programs: readonly PublishedProgram[],
	{ reviewsOf }: Pick<Directory, 'reviewsOf'>,
	length: number,
): PublishedReview[] {
	// The newest reviews of a single program can fill the whole list, so take `length` reviews of each program.
	const candidates = programs.flatMap((program) => reviewsOf(program).slice(0, length));
	return candidates.sort(compareNewest).slice(0, length);
}
