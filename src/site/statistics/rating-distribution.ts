import type { PublishedReview } from '../../catalog/published.ts';

/** How many reviews gave so many stars. */
export interface RatingBand {
	readonly name: string;
	readonly count: number;
	/** Of all reviews, in per cent. */
	readonly share: number;
}

/** The ratings of reviews in five bands, best first. A half belongs to the whole number below it, and the name says so. */
export function ratingDistribution(reviews: readonly Pick<PublishedReview, 'rating'>[]): RatingBand[] {
	const counts = [0, 0, 0, 0, 0, 0];
	for (const { rating } of reviews) counts[Math.floor(rating)]! += 1;
	return [5, 4, 3, 2, 1].map((stars) => ({
		name: stars === 5 ? '5' : `${stars} to ${stars}.5`,
		count: counts[stars]!,
		share: reviews.length === 0 ? 0 : (counts[stars]! / reviews.length) * 100,
	}));
}
