import { shortAddress } from '../api/limits/address.ts';
import { dataAt } from '../api/release-data.ts';
import { isReviewId } from '../catalog/review.ts';
import { isSlug } from '../catalog/slug.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import type { Listings } from './claims.ts';
import { type AccountContext, checkLimit, type RequestContext } from './context.ts';
import { makeFormToken, readFormToken, useFormToken } from './form-tokens.ts';
import { failure, ok, type Result } from './result.ts';

export interface FactReport {
	readonly subject: ReportSubject;
	readonly message: string;
	/** Where the editors can check it. Can be empty. */
	readonly source: string;
	/** The token of the form. */
	readonly token: string;
	/** A field that people do not see, so only programs fill it in. */
	readonly trap: string;
}

/** The maximum lengths of a report's texts, in characters. */
export const LONGEST_REPORT = 2000;
export const LONGEST_SOURCE = 1000;

const USED = 'This form was sent already, or is too old. Check the text and send it again.';
/** Stands for all reporters together, in the limit on the number of reports. */
const EVERYONE = 'everyone who reports a fact';
/** Stands for the account that form tokens need. */
const NOBODY = 'reporter';

/** Lets anyone report a wrong fact about a program, or a review. A report has no rights: editors read it and decide. */
export function factReports(context: AccountContext) {
	const { state } = context;

	return {
		newReportToken: (): string => makeFormToken(context, NOBODY),

		/** Adds a report. A form that is sent twice adds one report. */
		async reportFact(request: RequestContext, report: FactReport): Promise<Result> {
			const { subject, token, trap } = report;
			if (trap !== '') return ok();
			const [message, source] = [report.message.trim(), report.source.trim()];
			if (message === '') return failure('REPORT_TEXT');
			if (message.length > LONGEST_REPORT) {
				return failure('REPORT_TEXT', `Shorten the text to at most ${LONGEST_REPORT} characters.`);
			}
			if (source.length > LONGEST_SOURCE) {
				return failure('REPORT_SOURCE', `Shorten the address to at most ${LONGEST_SOURCE} characters.`);
			}
			if (readFormToken(context, NOBODY, token) === undefined) return failure('REFUSED', USED);
			const limited = await checkLimit(context, 'fact_report', request, EVERYONE);
			if (limited) return limited;
			if (!(await useFormToken(context, NOBODY, token))) return failure('REFUSED', USED);
			const { program, review } = subject;
			const fields = { ...(review && { review: review.id }), message, ...(source !== '' && { source }) };
			const added = await state.proposals.add(
				{ account_id: null, author: 'A reader', kind: 'report', target: program.slug, fields, base: null },
				toTimestamp(new Date()),
				shortAddress(request.address),
			);
			if (typeof added !== 'string') return ok();
			const from = added === 'network full' ? ' from your network' : '';
			return failure('REFUSED', `Too many reports${from} are waiting for the editors. Try again in a few days.`);
		},
	};
}

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
