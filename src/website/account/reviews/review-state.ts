/** What the author of a review sees of it. */
import { isWritten, type OwnReview, type WrittenReview } from '../../../state/proposals/review.ts';

/** Returns the version that the author has written last. */
export function latestVersion({ waiting, rejected, approved }: OwnReview): WrittenReview | undefined {
	if (waiting !== undefined && isWritten(waiting.fields)) return waiting.fields;
	return rejected?.version ?? approved;
}

/**
 * Says where a review stands.
 *
 * @param isOnline whether the current release has the review
 */
export function stateOf({ waiting, rejected, approved }: OwnReview, isOnline: boolean): string {
	const published = isOnline ? 'Published' : 'Approved. It goes online with the next release';
	if (waiting !== undefined && !isWritten(waiting.fields)) {
		return 'Withdrawn. An editor takes it out, and it is gone with the release after that';
	}
	if (waiting !== undefined) {
		return approved === undefined ? 'Waiting for an editor' : `${published}. Your new version is waiting for an editor`;
	}
	if (rejected !== undefined)
		return approved === undefined ? 'Rejected' : `${published}. The editors rejected your last request`;
	return published;
}
