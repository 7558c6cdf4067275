import type { SettlementOutcome } from '../../server/operator/proposal-messages.ts';
import type { Proposal } from '../../state/proposals/proposal.ts';

/**
 * Says why a settlement was not recorded by the directory that the proposal came from, and what to do now.
 *
 * @param proposal as it was settled here
 */
export function settlementNote(proposal: Proposal, outcome: Exclude<SettlementOutcome['outcome'], 'recorded'>): string {
	const { id, kind, target, status, change_id } = proposal;
	const there = `${id} (${kind}, ${target}): ${THERE[outcome]}`;
	const next = outcome === 'edited' ? ' The new version waits for you.' : '';
	if (status === 'rejected') return `${there} It was rejected here.${next}`;
	if (change_id === null)
		return `${there} It was accepted here, without a change.${next}${unchangedAdvice(proposal, outcome)}`;
	const here = `${there} It was taken in here with change ${change_id}.`;
	if (outcome === 'accepted') return here;
	const undo = `npm run undo -- ${change_id}, then npm run build`;
	if (outcome === 'edited') return `${here}${next} To undo the old one: ${undo}`;
	if (kind !== 'review') return `${here} If that is wrong now, undo it: ${undo}`;
	return `${here} ${reviewAdvice(proposal, outcome, undo)}`;
}

const THERE = {
	edited: 'its sender has edited it meanwhile.',
	accepted: 'somebody else had accepted it already, and the sender sees that decision.',
	rejected: 'somebody else had rejected it already, and the sender sees that decision.',
	withdrawn: 'its sender has withdrawn it meanwhile.',
	missing: 'it is gone, because its sender has deleted the account.',
} as const;

/** What an author no longer wants to be online must go. */
function reviewAdvice({ fields, base }: Proposal, outcome: 'rejected' | 'withdrawn' | 'missing', undo: string): string {
	if (outcome === 'rejected') return `Take it out again, or tell the author that it is online. To undo it: ${undo}`;
	if (fields.action !== 'write') return `To undo it, if the review shall stay online: ${undo}`;
	// An earlier version that is online has a proposal of its own if its author has deleted the account.
	if (outcome === 'withdrawn' || base !== null) return `Its author no longer wants it online. Undo it: ${undo}`;
	return `Its author no longer wants it online. Erase it: npm run reviews -- erase ${String(fields.id)}, then npm run build`;
}

/** Accepting a review again, after a crash, finds nothing to change, although the review is in the snapshot. */
function unchangedAdvice({ kind, fields }: Proposal, outcome: keyof typeof THERE): string {
	if (kind !== 'review' || fields.action !== 'write' || (outcome !== 'withdrawn' && outcome !== 'missing')) return '';
	return ` Its author no longer wants it online. If it is in your snapshot, erase it: npm run reviews -- erase ${String(fields.id)}, then npm run build`;
}
