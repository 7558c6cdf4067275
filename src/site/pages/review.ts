import type { PublishedReview } from '../../catalog/published.ts';
import { programAddress, reviewAddress } from '../addresses.ts';
import type { SiteProgram } from '../directory.ts';
import { termsLine } from '../format/terms.ts';
import type { ProgramEntry } from '../listed-program.ts';
import { type PageText, reviewText } from '../machine-readable/page-text.ts';
import { othersAfter } from '../reviews.ts';
import { EVERYTHING } from '../scope.ts';
import type { PageType } from './page-type.ts';

/** One review, its program, and other reviews of that program. */
export interface ReviewView {
	readonly review: PublishedReview;
	readonly text: PageText;
	readonly program: ReviewedProgram;
	readonly others: readonly PublishedReview[];
}

/** A program as the page of a review shows it. */
export interface ReviewedProgram
	extends Pick<ProgramEntry, 'slug' | 'name' | 'logo' | 'rating_average' | 'review_count'> {
	/** The terms of the program, in one line. */
	readonly terms: string;
}

export const reviewPages: PageType<ReviewView> = {
	route: '/reviews/[id]',
	*pages({ programs, reviewsOf }, scope = EVERYTHING) {
		for (const program of programs) {
			if (!scope.has('programs', program.slug)) continue;
			const reviews = reviewsOf(program);
			for (const [index, review] of reviews.entries()) {
				yield {
					address: reviewAddress(review.id),
					sitemap: { owner: programAddress(program.slug), lastmod: review.updated_at },
					view: () => ({
						review,
						text: reviewText(review),
						program: reviewedProgram(program),
						others: othersAfter(reviews, index),
					}),
				};
			}
		}
	},
};

function reviewedProgram(program: SiteProgram): ReviewedProgram {
	const { slug, name, logo, rating_average, review_count } = program;
	return { slug, name, logo, rating_average, review_count, terms: termsLine(program) };
}
