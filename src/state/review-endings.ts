import type { Work } from './database.ts';
import { lockAccount } from './lock-account.ts';
import { insertProposal } from './proposal-store.ts';
import type { ReviewEnding } from './proposals/review.ts';
import { approvedReviews } from './review-store.ts';

/** What editors see as the sender, because nothing of the account is left. */
const FORMER_AUTHOR = 'An author who deleted their account';

/**
 * Asks the editors to take an account's published reviews out of the directory, or their author out of them. These
 * proposals outlive the account, and no limit refuses them.
 */
export function* endReviews(account: string, action: ReviewEnding, now: string): Work<void> {
	yield* lockAccount(account);
	for (const { id, program } of yield* approvedReviews(account)) {
		const fields = { action, id };
		yield* insertProposal(
			{ account_id: null, author: FORMER_AUTHOR, kind: 'review', target: program, fields, base: null },
			now,
		);
	}
}
