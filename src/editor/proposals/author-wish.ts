/** What the author of a review wants, although an editor has taken the review in here meanwhile. */
import { SENT_FIELDS } from '../../catalog/sent-review.ts';
import type { SettlementOutcome } from '../../server/operator/proposal-messages.ts';
import { pick } from '../../shared/pick.ts';
import type { NewProposal, Proposal, ProposedFields } from '../../state/proposals/proposal.ts';
import { isWritten } from '../../state/proposals/review.ts';

/**
 * Returns the proposal that takes a review out again that its author has withdrawn, or whose author has deleted the account,
 * before the decision arrived there. A new version that was withdrawn gives way to the earlier one. If its author wants
 * the earlier one to go too, the directory has a proposal that says so, which is pulled like all others.
 *
 * @param proposal as it was settled here, or as it waits or was rejected here after an earlier version was taken in
 * @param outcome what became of it there
 * @returns undefined if nothing that the author does not want is online
 */
export function authorWish(proposal: Proposal, outcome: SettlementOutcome['outcome']): NewProposal | undefined {
	const { kind, status, fields, base, author, target, change_id } = proposal;
	const isTakenIn = status === 'accepted' || change_id !== null;
	if (kind !== 'review' || !isTakenIn || !isWritten(fields)) return undefined;
	const wish = (wanted: ProposedFields, seen: ProposedFields | null) =>
		({ account_id: null, author, kind, target, fields: wanted, base: seen }) as const;
	const { id } = fields;
	if (base === null && outcome === 'withdrawn') return wish({ action: 'remove', id }, null);
	if (base === null && outcome === 'missing') return wish({ action: 'erase', id }, null);
	if (base !== null && outcome === 'withdrawn') return wish({ ...fields, ...pick(base, SENT_FIELDS) }, { ...fields });
	return undefined;
}
