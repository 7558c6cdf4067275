import type { SettlementOutcome } from '../../server/operator/proposal-messages.ts';
import type { NewProposal, Proposal } from '../../state/proposals/proposal.ts';

/**
 * Says why a settlement was not recorded by the directory that the proposal came from, and what to do now.
 *
 * @param proposal as it was settled here
 * @param wish the proposal that was added here because of that
 */
export function settlementNote(
	proposal: Proposal,
	outcome: Exclude<SettlementOutcome['outcome'], 'recorded'>,
	wish?: NewProposal,
): string {
	const { id, kind, target, status, change_id } = proposal;
	const there = `${id} (${kind}, ${target}): ${THERE[outcome]}`;
	const next = outcome === 'edited' ? ' The new version waits for you.' : '';
	if (status === 'rejected') {
		const rejected = `${there} It was rejected here.`;
		if (wish === undefined) return `${rejected}${next}`;
		return `${rejected} An earlier version was taken in here with change ${change_id}. ${wishAdvice(wish)}`;
	}
	const how = change_id === null ? 'accepted here, without a change' : `taken in here with change ${change_id}`;
	const here = `${there} It was ${how}.`;
	if (wish !== undefined) return `${here} ${wishAdvice(wish)}`;
	if (change_id === null) return `${here}${next}`;
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

function reviewAdvice({ fields }: Proposal, outcome: 'rejected' | 'withdrawn' | 'missing', undo: string): string {
	if (outcome === 'rejected') return `Take it out again, or tell the author that it is online. To undo it: ${undo}`;
	if (fields.action !== 'write') return `To undo it, if the review shall stay online: ${undo}`;
	// The author has deleted the account. An earlier version that is online has a proposal of its own.
	return `Its author no longer wants it online. Undo it: ${undo}`;
}

function wishAdvice({ fields: { action } }: NewProposal): string {
	const what = action === 'write' ? 'to bring the earlier version back' : `to ${String(action)} it`;
	return `Its author no longer wants it online, so a proposal ${what} waits for you. To see it: npm run reviews -- pending. Then run npm run build`;
}
