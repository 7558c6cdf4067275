/** Takes reviews that accounts have sent into the snapshot, or rejects them. */
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { UserError } from '../../shared/user-error.ts';
import { applyUndo, planUndo } from '../../snapshot/changes/undo.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import { LONGEST_REASON, type Proposal, type Settling } from '../../state/proposals/proposal.ts';
import type { State } from '../../state/state.ts';
import { changeSnapshot } from './edit-snapshot.ts';
import { planReview, reviewConflicts } from './plan-review.ts';

/** What an editor decides about a review. */
export interface ReviewDecision {
	readonly id: string;
	/** The version that the editor has seen. By default, the one that waits now. */
	readonly version?: number | undefined;
	/** Why, for the author. */
	readonly reason: string | null;
	/** Whether to overwrite fields that were changed here since the author saw them. */
	readonly overwrites?: boolean;
}

/**
 * Accepts a review: makes one change of the snapshot, and then settles the proposal. If somebody else has settled it
 * meanwhile, the change is undone.
 *
 * @returns the ID of the change, or undefined if there was nothing to change
 * @throws UserError when it does not wait, or cannot be taken in
 */
export async function acceptReview(
	state: Pick<State, 'proposals'>,
	snapshot: string,
	{ id, version, reason, overwrites = false }: ReviewDecision,
): Promise<number | undefined> {
	const proposal = await waitingReview(state, id, version);
	const change = changeSnapshot('approve', { snapshot, because: `Proposal ${id}` }, (db, now) => {
		const conflicts = overwrites ? [] : reviewConflicts(db, proposal);
		if (conflicts.length > 0) {
			const lines = conflicts.map(
				({ field, ours, theirs }) => `${field} is now ${cellOf(ours)}, and would become ${cellOf(theirs)}.`,
			);
			throw new UserError(['This review was changed here since its author saw it.', ...lines].join('\n'));
		}
		return planReview(db, proposal, now);
	});
	const settlement = {
		id,
		version: proposal.version,
		status: 'accepted',
		reason,
		change_id: change ? String(change.id) : null,
	} as const;
	const settling = await state.proposals.settle(settlement, toTimestamp(new Date()));
	if (settling === 'settled') return change?.id;
	if (change !== undefined) undo(snapshot, change.id);
	throw new UserError(`${sentenceFor(id, settling)} Nothing was changed.`);
}

/** Rejects a review. The author sees the reason. @throws UserError when it does not wait */
export async function rejectReview(
	state: Pick<State, 'proposals'>,
	{ id, version, reason }: ReviewDecision,
): Promise<void> {
	const proposal = await waitingReview(state, id, version);
	if ((reason ?? '').length > LONGEST_REASON) {
		throw new UserError(`A reason can have at most ${LONGEST_REASON} characters. Nothing was changed.`);
	}
	const settlement = { id, version: proposal.version, status: 'rejected', reason, change_id: null } as const;
	const settling = await state.proposals.settle(settlement, toTimestamp(new Date()));
	if (settling !== 'settled') throw new UserError(sentenceFor(id, settling));
}

async function waitingReview(
	{ proposals }: Pick<State, 'proposals'>,
	id: string,
	version: number | undefined,
): Promise<Proposal> {
	const proposal = await proposals.get(id);
	if (proposal === undefined || proposal.kind !== 'review')
		throw new UserError(`There is no review ${id} that was sent.`);
	if (proposal.status !== 'pending') throw new UserError(sentenceFor(id, 'settled before'));
	if (version !== undefined && version !== proposal.version) throw new UserError(sentenceFor(id, 'edited'));
	return proposal;
}

function sentenceFor(id: string, settling: Exclude<Settling, 'settled'>): string {
	if (settling === 'edited') return `The author has changed ${id} meanwhile. Read it again, then decide.`;
	if (settling === 'missing') return `${id} is gone, because its author has withdrawn it or deleted the account.`;
	return `${id} no longer waits: it was decided or withdrawn meanwhile.`;
}

function undo(snapshot: string, id: number): void {
	changeSnapshot('undo', { snapshot }, (db, now) => {
		const plan = planUndo(db, id, now);
		return { makeEdits: (writer) => applyUndo(writer, plan), undoes: id };
	});
}
