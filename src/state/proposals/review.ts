/** Proposals of the kind `review`: an account's review of a program, and what becomes of it. */
import type { SentReview } from '../../catalog/sent-review.ts';
import type { Proposal } from './proposal.ts';

/** Publishes a review, or replaces the published one. The directory sets everything that the writer does not decide. */
export interface WrittenReview extends SentReview {
	readonly action: 'write';
	readonly id: string;
	readonly author_username: string;
	readonly author_display_name: string;
	readonly created_at: string;
}

/**
 * Takes a review off the site, or its author out of it, because the author wants that. `erase` also takes its values
 * out of the log of changes.
 */
export interface EndedReview {
	readonly action: 'remove' | 'erase' | 'anonymize';
	readonly id: string;
}

/** What becomes of an account's reviews when the account is deleted. */
export const REVIEW_ENDINGS = ['anonymize', 'erase'] as const satisfies readonly EndedReview['action'][];
export type ReviewEnding = (typeof REVIEW_ENDINGS)[number];

/** An account's review of a program, as its proposals tell. */
export interface OwnReview {
	/** The slug of the program. */
	readonly program: string;
	readonly id: string;
	/** What an editor has approved last. Undefined if nothing, or if it was withdrawn since. */
	readonly approved: WrittenReview | undefined;
	/** What waits for an editor: a review, a new version of it, or its withdrawal. */
	readonly waiting: (Proposal & { readonly fields: unknown }) | undefined;
	/** Why an editor rejected the latest version. Undefined if it was not rejected. */
	readonly rejected: { readonly version: WrittenReview | undefined; readonly reason: string | null } | undefined;
	/** The time of the latest change. */
	readonly updated_at: string;
}

export const isWritten = (fields: unknown): fields is WrittenReview =>
	(fields as Partial<WrittenReview>).action === 'write';

/**
 * Returns the review that an account's proposals about one program tell of. Undefined if there is none, or if it was
 * withdrawn.
 *
 * @param proposals all of the kind `review`, newest first
 */
export function ownReview(proposals: readonly Proposal[]): OwnReview | undefined {
	const [latest] = proposals;
	if (latest === undefined) return undefined;
	const accepted = proposals.find(({ status }) => status === 'accepted');
	const approved = accepted !== undefined && isWritten(accepted.fields) ? accepted.fields : undefined;
	const waiting = proposals.find(({ status }) => status === 'pending');
	const current = proposals.find(({ status }) => status !== 'withdrawn');
	const isRejected = current?.status === 'rejected';
	if (approved === undefined && waiting === undefined && !isRejected) return undefined;
	return {
		program: latest.target,
		id: idOf(latest),
		approved,
		waiting,
		rejected: isRejected
			? { version: isWritten(current.fields) ? current.fields : undefined, reason: current.reason }
			: undefined,
		updated_at: latest.settled_at ?? latest.updated_at,
	};
}

export const idOf = ({ fields }: Proposal) => (fields as unknown as EndedReview).id;
