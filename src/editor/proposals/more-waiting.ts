import { PROPOSAL_KINDS, type ProposalKind } from '../../state/proposals/proposal.ts';
import { number } from '../../website/format/numbers.ts';

/**
 * Says how many proposals wait that a list leaves out. Empty if it has all of them.
 *
 * @param listed the number of proposals in the list
 * @param waiting how many of each kind wait
 * @param kinds the kinds that the list can have
 */
export function moreWaiting(
	listed: number,
	waiting: readonly { readonly kind: ProposalKind; readonly waiting: number }[],
	kinds: readonly ProposalKind[] = PROPOSAL_KINDS,
): string[] {
	const total = waiting.filter(({ kind }) => kinds.includes(kind)).reduce((sum, one) => sum + one.waiting, 0);
	return total > listed ? [`… and ${number(total - listed)} newer ones, which are listed when these are decided.`] : [];
}
