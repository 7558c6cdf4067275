import { describe, expect, test } from 'vitest';
import type { PublishedReview } from '../../../src/catalog/published.ts';
import { latestReviews, organizationRating } from '../../../src/website/directory/organization-reviews.ts';
import { publishedProgram } from '../../support/published-program.ts';

describe('organizationRating', () => {
	test('gives every review the same weight, on any program', () => {
		const programs = [
			{ rating_average: 5, review_count: 1 },
			{ rating_average: 3, review_count: 3 },
			{ rating_average: null, review_count: 0 },
		];
		expect(organizationRating(programs)).toEqual({ rating_average: 3.5, review_count: 4 });
	});

	test('is null without reviews', () => {
		expect(organizationRating([])).toEqual({ rating_average: null, review_count: 0 });
	});
});

describe('latestReviews', () => {
	test('lists the newest reviews of all programs first', () => {
		const review = (id: string, year: number) => ({ id, created_at: `${year}-01-01T00:00:00Z` }) as PublishedReview;
		const reviews: { readonly [slug: string]: readonly PublishedReview[] } = {
			a: [review('rev_4', 2024), review('rev_1', 2021)],
			b: [review('rev_3', 2023), review('rev_2', 2022)],
		};
		const programs = ['a', 'b'].map((slug) => publishedProgram({ slug }));
		const latest = latestReviews(programs, { reviewsOf: ({ slug }) => reviews[slug]! }, 3);
		expect(latest.map(({ id }) => id)).toEqual(['rev_4', 'rev_3', 'rev_2']);
	});
});
