import { COMMISSION_FIELDS, commissionOf } from '../../catalog/commission.ts';
import { type PublishedProgram, type PublishedReview, rankedRating } from '../../catalog/published.ts';
import { once } from '../../shared/once.ts';
import { pick } from '../../shared/pick.ts';
import { programAddress } from '../addresses.ts';
import { latest, type SiteProgram } from '../directory/directory.ts';
import type { ShownProgram } from '../directory/listed-program.ts';
import type { WithLogo } from '../directory/logos.ts';
import { EVERYTHING, lastChange, type PageType } from '../directory/page-type.ts';
import { type PageText, programText } from '../machine-readable/page-text.ts';
import { type ReportedFact, reportedFacts } from '../review/reviews.ts';
import { programRecord, reviewsAddress, reviewsRecord } from '../search/text-index.ts';
import { type RatingBand, ratingDistribution } from '../statistics/statistics.ts';
import { type ListPage, PER_PAGE, pageAddress, pagesOf } from '../ui/pagination.ts';

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
	readonly similar: readonly SimilarProgram[];
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
						similar: isFirst ? directory.similarTo(program.slug).map((other) => similarProgram(other, program)) : [],
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

const FIELDS = [
	'slug',
	'name',
	'description',
	'availability',
	...COMMISSION_FIELDS,
	'currency',
	'source_name',
	'cookie_days',
	'rating_average',
	'review_count',
	'logo',
] as const;

/**
 * A similar program, reduced to the few fields that the page shows, so that changes to other fields do not affect the
 * page.
 */
export interface SimilarProgram extends Pick<SiteProgram, (typeof FIELDS)[number]> {
	/** Its advantages over the page's program. Empty if there are none. */
	readonly advantages: string;
}

/** @param program the page's program */
export function similarProgram(other: SiteProgram, program: PublishedProgram): SimilarProgram {
	return { ...pick(other, FIELDS), advantages: advantages(other, program) };
}

/**
 * Lists the advantages of `other` over `program`, for example `higher commission, longer cookie`. Ignores unknown
 * terms. Returns an empty string if there are no advantages.
 */
export function advantages(other: PublishedProgram, program: PublishedProgram): string {
	const better = [
		paysMore(other, program) && 'higher commission',
		isGreater(other.cookie_days, program.cookie_days) && 'longer cookie',
		isGreater(rankedRating(other), rankedRating(program)) && 'higher rating',
	];
	return better.filter(Boolean).join(', ');
}

/**
 * Whether `other` surely pays more than `program`. Both must have one offer, with an exact or minimum figure that applies
 * to every sale, of the same type and for the same time. Rates are compared only if neither program pays an amount.
 * Amounts are compared only if the currencies and the rates are equal.
 */
function paysMore(other: PublishedProgram, program: PublishedProgram): boolean {
	if (other.offers.length > 0 || program.offers.length > 0) return false;
	const [a, b] = [commissionOf(other), commissionOf(program)];
	if (!a.isComparable || !b.isComparable || a.type !== b.type || a.months !== b.months) return false;
	if (a.amount === null && b.amount === null) return isGreater(a.rate, b.rate);
	return other.currency === program.currency && a.rate === b.rate && isGreater(a.amount, b.amount);
}

/** Whether `a` is greater than `b`. False if either is unknown. */
function isGreater(a: number | null, b: number | null): boolean {
	return a !== null && b !== null && a > b;
}
