import type { PublishedReview } from '../../catalog/published.ts';
import { once } from '../../shared/once.ts';
import { programAddress } from '../addresses.ts';
import { lastChange, latest } from '../directory/latest.ts';
import type { ShownProgram } from '../directory/listed-program.ts';
import type { WithLogo } from '../directory/logos.ts';
import type { PageType } from '../directory/page-type.ts';
import { EVERYTHING } from '../directory/scope.ts';
import { type PageText, programText } from '../machine-readable/page-text.ts';
import { type ReportedFact, reportedFacts } from '../review/review-facts.ts';
import { programRecord, reviewsAddress, reviewsRecord } from '../search/text-index.ts';
import { type RatingBand, ratingDistribution } from '../statistics/rating-distribution.ts';
import { type ListPage, PER_PAGE, pageAddress, pagesOf } from '../ui/pagination.ts';
import { type Alternative, alternative } from './alternatives.ts';

/** A program and one page of its reviews. Only the first page describes the program. */
export interface ProgramView {
	readonly program: ShownProgram & WithLogo;
	readonly text: PageText;
	readonly page: ListPage<PublishedReview>;
	/** The rating distribution of all the program's reviews. Empty except on the first page. */
	readonly ratings: readonly RatingBand[];
	/** What all reviews of the program say about facts. Empty except on the first page. */
	readonly facts: readonly ReportedFact[];
	/** Similar programs. Empty except on the first page. */
	readonly alternatives: readonly Alternative[];
}

export const programPages: PageType<ProgramView> = {
	route: '/programs/[slug]/[...page]',
	component: 'program/ProgramPage.astro',
	*pages(directory, scope = EVERYTHING) {
		for (const program of directory.programs) {
			if (!scope.has('programs', program.slug) && !scope.has('similar', program.slug)) continue;
			const address = programAddress(program.slug);
			const { views: _, featured: __, ...shown } = program;
			const reviews = once(() => directory.reviewsOf(program));
			for (const page of pagesOf(directory.reviewDatesOf(program), PER_PAGE.reviews)) {
				const isFirst = page.number === 1;
				yield {
					address: pageAddress(address, page.number),
					sitemap: { owner: address, lastmod: latest([program.updated_at, lastChange(page.items)]) },
					view: () => ({
						program: shown,
						text: programText(program),
						page: { ...page, items: reviews().slice(page.offset, page.offset + page.items.length) },
						ratings: isFirst ? ratingDistribution(reviews()) : [],
						facts: isFirst ? reportedFacts(reviews()) : [],
						alternatives: isFirst
							? directory
									.similar()
									.to(program)
									.map((other) => alternative(other, program))
							: [],
					}),
				};
			}
		}
	},
	*texts(directory) {
		for (const program of directory.programs) {
			const about = program.slug;
			yield { url: programAddress(program.slug), program: about, record: () => programRecord(program) };
			if (program.review_count === 0) continue;
			const record = () => reviewsRecord(program, directory.reviewsOf(program));
			yield { url: reviewsAddress(program.slug), program: about, record };
		}
	},
};
