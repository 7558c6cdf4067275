/** Takes reviews that accounts have sent into the snapshot. */
import { UserError } from '../../shared/user-error.ts';
import type { ChangeWithEdits } from '../../snapshot/changes/read-changes.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import { type Decision, takeIn, waitingProposal } from './take-in.ts';
import { reviewConflicts, tagOfConflicts, takeReview } from './take-review.ts';
import { becauseOf, type WaitingProposals } from './waiting-proposals.ts';

interface ReviewAcceptance extends Decision {
	readonly snapshot: string;
	/** Whether to overwrite fields that were changed here since the author saw them. */
	readonly overwrites?: boolean;
	/** The `tagOfConflicts` of the fields that the editor wants to overwrite. Undefined if that does not matter. */
	readonly seen?: string | undefined;
}

/**
 * Takes a review in as a change, or what its author wants to become of it.
 *
 * @returns the change, or undefined if there was nothing to change
 * @throws UserError when it does not wait, or cannot be taken in
 */
export async function acceptReview(
	proposals: WaitingProposals,
	{ snapshot, overwrites = false, seen, ...decision }: ReviewAcceptance,
): Promise<ChangeWithEdits | undefined> {
	const proposal = await waitingProposal(proposals, decision);
	if (proposal.kind !== 'review') throw new UserError(`The proposal ${proposal.id} is not about a review.`);
	// The log does not name the author, so that nothing is left there when the account is deleted.
	const how = { snapshot, command: 'approve', because: becauseOf(proposal), reason: decision.reason };
	return takeIn(proposals, proposal, how, (change) => {
		const conflicts = reviewConflicts(change.db, proposal);
		if (overwrites && seen !== undefined && seen !== tagOfConflicts(conflicts)) {
			throw new UserError(
				'The review was changed here since the page was opened. Nothing was overwritten. Look at it again.',
			);
		}
		if (overwrites || conflicts.length === 0) return takeReview(change, proposal);
		const lines = conflicts.map(
			({ field, ours, theirs }) => `${field} is now ${cellOf(ours)}, and would become ${cellOf(theirs)}.`,
		);
		throw new UserError(['This review was changed here since its author saw it.', ...lines].join('\n'));
	});
}
