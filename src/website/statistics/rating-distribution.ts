import type { PublishedReview } from '../../catalog/published.ts';

/** The number of reviews in a range of ratings. */
export interface RatingBand {
	readonly name: string;
	readonly count: number;
	/** The percentage of all reviews whose rating is in this range. */
	readonly share: number;
}

/** Counts the ratings of reviews in five bands, best first. A rating of 4.5 is counted in the band `4 to 4.5`. */
export function ratingDistribution(reviews: readonly Pick<PublishedReview, 'rating'>[]): RatingBand[] {
	const counts = [0, 0, 0, 0, 0, 0];
	for (const { rating } of reviews) counts[Math.floor(rating)]! += 1;
	return [5, 4, 3, 2, 1].map((stars) => ({
		name: stars === 5 ? '5' : `${stars} to ${stars}.5`,
		count: counts[stars]!,
		share: reviews.length === 0 ? 0 : (counts[stars]! / reviews.length) * 100,
	}));
}
