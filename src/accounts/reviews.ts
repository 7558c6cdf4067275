import { shortAddress } from '../api/limits/address.ts';
import { isReserved, nameKey } from '../catalog/author-name.ts';
import type { SentReview } from '../catalog/sent-review.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import type { OwnReview } from '../state/proposals/review.ts';
import type { Author, ReviewRefusal } from '../state/review-store.ts';
import { type AccountContext, checkLimit, type RequestContext } from './context.ts';
import { type FailureCode, failure, ok, type Result } from './result.ts';
import { asSignedIn, findSession } from './session.ts';

/** What the current release knows about a review that is sent. */
export interface ReviewedInRelease {
	/** The slugs of the program and of its organization. */
	readonly program: string;
	readonly organization: string;
	/** Whether an author in the release has a name with a key. */
	isAuthor(key: string): boolean;
}

const REFUSALS: { readonly [R in ReviewRefusal]: FailureCode } = {
	'account full': 'TOO_MANY_WAIT',
	'network full': 'EDITORS_BUSY',
	full: 'EDITORS_BUSY',
	'no account': 'SIGNED_OUT',
	'name taken': 'NAME_TAKEN',
};

/** Actions on the reviews of an account. They need no more than a session to read, and a confirmed address to write. */
export function reviewActions(context: AccountContext) {
	const { state, siteName } = context;
	const now = () => toTimestamp(new Date());

	return {
		/** The reviews of the account, those that changed last first. */
		ownReviews: (request: RequestContext): Promise<Result<OwnReview[]>> =>
			asSignedIn(context, request, ({ id }) => state.reviews.ofAccount(id)),

		/** The account's review of a program, and the author of its reviews. Each is undefined if there is none. */
		ownReview: (
			request: RequestContext,
			program: string,
		): Promise<Result<{ review: OwnReview | undefined; author: Author | undefined }>> =>
			asSignedIn(context, request, async ({ id }) => ({
				review: await state.reviews.ofProgram(id, program),
				author: await state.reviews.authorOf(id),
			})),

		/**
		 * Sends a review to the editors, or a new version of it.
		 *
		 * @param name the name of the author. Ignored if the account has written before
		 */
		async sendReview(
			request: RequestContext,
			reviewed: ReviewedInRelease,
			review: SentReview,
			name: string,
		): Promise<Result<OwnReview>> {
			const session = await findSession(context, request);
			if (session === undefined) return failure('SIGNED_OUT');
			if (!session.emailVerified) return failure('ADDRESS_NOT_CONFIRMED');
			const { id, email } = session.account;
			const limited = await checkLimit(context, 'review', request, email);
			if (limited) return limited;
			const { program, organization } = reviewed;
			if (await state.claims.speaksFor(id, organization)) return failure('OWN_PROGRAM');
			const author = { name, key: nameKey(name) };
			if ((await state.reviews.authorOf(id)) === undefined) {
				if (isReserved(name, siteName)) return failure('NAME_RESERVED');
				if (reviewed.isAuthor(author.key)) return failure('NAME_TAKEN');
			}
			const network = shortAddress(request.address);
			const sent = await state.reviews.send(id, { program, review, author }, now(), network);
			return typeof sent === 'string' ? failure(REFUSALS[sent]) : ok(sent);
		},

		/** Withdraws the account's review of a program, or only its new version. The value says whether there was one. */
		async withdrawReview(
			request: RequestContext,
			program: string,
			what: 'review' | 'waiting',
		): Promise<Result<boolean>> {
			const session = await findSession(context, request);
			if (session === undefined) return failure('SIGNED_OUT');
			const { id, email } = session.account;
			const limited = await checkLimit(context, 'review', request, email);
			if (limited) return limited;
			const withdrawn = await state.reviews.withdraw(id, program, what, now());
			return typeof withdrawn === 'string' ? failure(REFUSALS[withdrawn]) : ok(withdrawn);
		},
	};
}
