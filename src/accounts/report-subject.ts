import { dataAt } from '../api/directory.ts';
import { isReviewId } from '../catalog/review.ts';
import { isSlug } from '../catalog/slug.ts';
import type { Listings } from './claims.ts';

/** What a report is about: a program, or one of its reviews. */
export interface ReportSubject {
	readonly program: { readonly slug: string; readonly name: string };
	/** The review. Undefined if the report is about the program itself. */
	readonly review: { readonly id: string; readonly title: string; readonly author_display_name: string } | undefined;
}

/** A review as the API returns it, as far as it is read here. */
interface ReviewResource extends Pick<ReportSubject, 'program'> {
	readonly id: string;
	readonly title: string | null;
	readonly author: { readonly display_name: string };
}

/**
 * Finds what a report is about, also by a former slug or ID. With the ID of a review, it is about that review.
 *
 * @returns undefined if no such program or review is published
 */
export function reportSubject(
	listings: Listings,
	{ program, review }: { readonly program: string; readonly review: string },
): ReportSubject | undefined {
	const present = (kind: string, key: string) => `/${kind}/${listings.redirect(`/${kind}/${key}`) ?? key}`;
	if (review === '') {
		const found = isSlug(program)
			? dataAt<ReportSubject['program']>(listings, present('programs', program))
			: undefined;
		return found && { program: found, review: undefined };
	}
	if (!isReviewId(review)) return undefined;
	const found = dataAt<ReviewResource>(listings, present('reviews', review));
	if (found === undefined) return undefined;
	const { id, title, author, program: reviewed } = found;
	return { program: reviewed, review: { id, title: title ?? '', author_display_name: author.display_name } };
}
