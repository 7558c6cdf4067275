import { dataAt } from '../../../api/data-at.ts';
import type { Named } from '../../../catalog/published.ts';
import { isWritten } from '../../../state/proposals/review.ts';
import { reviewAddress, SIGN_IN } from '../../addresses.ts';
import { servedRelease } from '../../served/release.ts';
import { accountRequest, type PageContext, requireSession, seeOther } from '../account-page.ts';
import { latestVersion, stateOf } from './review-state.ts';

/** Handles the page that lists the reviews of an account. */
export async function reviewsPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { accounts, request } = await accountRequest(context);
	const own = await accounts.ownReviews(request);
	if (!own.ok) return seeOther(SIGN_IN.address);
	const release = await servedRelease(context.locals);
	const reviews = own.value.map((review) => {
		const isOnline = release.resource(`/reviews/${review.id}`) !== undefined;
		const program = dataAt<Named>(release, `/programs/${review.program}`);
		return {
			slug: review.program,
			/** Undefined if the program is no longer listed. */
			name: program?.name,
			version: latestVersion(review),
			state: stateOf(review, isOnline),
			reason: review.rejected?.reason ?? undefined,
			address: isOnline ? reviewAddress(review.id) : undefined,
			isLeaving: review.waiting !== undefined && !isWritten(review.waiting.fields),
			at: review.updated_at,
		};
	});
	return { session, reviews };
}
