import { dataAt } from '../api/data-at.ts';
import { isReviewId } from '../catalog/review.ts';
import { isSlug } from '../catalog/slug.ts';
import type { Listings } from './claims.ts';

/** What a report is about: a program, or one of its reviews. */
export interface ReportSubject {
	readonly program: { readonly slug: string; readonly name: string };
	/** The review. Undefined if the report is about the program itself. */
	readonly review: { readonly id: string; readonly title: string; readonly author_display_name: string } | undefined;
}

/**
 * Finds what a report is about. With the ID of a review, it is about that review.
 *
 * @returns undefined if no such program or review is published
 */
export function reportSubject(
	listings: Listings,
	{ program, review }: { readonly program: string; readonly review: string },
): ReportSubject | undefined {
	if (review === '') {
		const found = isSlug(program) ? dataAt<ReportSubject['program']>(listings, `/programs/${program}`) : undefined;
		return found && { program: found, review: undefined };
	}
	if (!isReviewId(review)) return undefined;
	type Review = NonNullable<ReportSubject['review']> & Pick<ReportSubject, 'program'>;
	const found = dataAt<Review>(listings, `/reviews/${review}`);
	return found && { program: found.program, review: found };
}
