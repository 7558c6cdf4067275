import { COMMISSION_FIELDS } from '../../catalog/commission.ts';
import type { PublishedReview } from '../../catalog/published.ts';
import { once } from '../../shared/once.ts';
import { pick } from '../../shared/pick.ts';
import { categoryAddress, type PageLink, programAddress, reviewAddress } from '../addresses.ts';
import type { SiteProgram } from '../directory/directory.ts';
import { EVERYTHING, type PageType } from '../directory/page-type.ts';
import { termsLine } from '../format/facts.ts';
import { type PageText, reviewText } from '../machine-readable/page-text.ts';
import { othersAfter } from './reviews.ts';

export interface ReviewView {
	readonly review: PublishedReview;
	readonly text: PageText;
	readonly program: ReviewedProgram;
	readonly others: readonly PublishedReview[];
}

const FIELDS = ['slug', 'name', ...COMMISSION_FIELDS, 'cookie_days', 'rating_average', 'review_count', 'logo'] as const;

/** The program fields that a review's page shows. */
export interface ReviewedProgram extends Pick<SiteProgram, (typeof FIELDS)[number]> {
	/** The program's terms as one line of text. */
	readonly terms: string;
	/** The first category of the program, if it has one. */
	readonly category: PageLink | null;
}

export const reviewPages: PageType<ReviewView> = {
	route: '/reviews/[id]',
	component: 'review/ReviewPage.astro',
	*pages({ programs, reviewsOf, reviewDatesOf }, scope = EVERYTHING) {
		for (const program of programs) {
			if (!scope.has('programs', program.slug)) continue;
			const reviews = once(() => reviewsOf(program));
			for (const [index, { id, updated_at }] of reviewDatesOf(program).entries()) {
				yield {
					address: reviewAddress(id),
					sitemap: { owner: programAddress(program.slug), lastmod: updated_at },
					view() {
						const review = reviews()[index]!;
						return {
							review,
							text: reviewText(review),
							program: reviewedProgram(program),
							others: othersAfter(reviews(), index),
						};
					},
				};
			}
		}
	},
};

function reviewedProgram(program: SiteProgram): ReviewedProgram {
	const [category] = program.categories;
	return {
		...pick(program, FIELDS),
		terms: termsLine(program),
		category: category ? { name: category.name, address: categoryAddress(category.slug) } : null,
	};
}
