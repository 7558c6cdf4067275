/** Accepts and rejects proposals. */
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { UserError } from '../../shared/user-error.ts';
import type { LoggedChange } from '../../snapshot/changes/read-changes.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { LONGEST_REASON, type Proposal, type ProposedFields, type Settling } from '../../state/proposals/proposal.ts';
import type { State } from '../../state/state.ts';
import { changeSnapshot, type PlanEdits } from '../editing/edit-snapshot.ts';
import { compareFields, plannerOf } from './plan-proposal.ts';

export interface Decision {
	readonly snapshot: string;
	readonly id: string;
	/** The version that the editor has seen. Undefined for the latest. */
	readonly version?: number | undefined;
	/** What to tell the sender. */
	readonly reason: string | null;
}

export interface Acceptance extends Decision {
	/** The fields to take in. Undefined for all, if none of them is a conflict. */
	readonly fields?: readonly string[] | undefined;
}

/**
 * Takes a proposal in as a change. Of several editors at the same time, one succeeds.
 *
 * The proposal is settled first, and the snapshot is changed at once after that. If the snapshot cannot be changed, the
 * proposal waits again.
 *
 * @returns the change, or undefined if there was nothing to change
 * @throws UserError when the proposal does not wait, its fields conflict, or the record would break rules
 */
export async function acceptProposal(state: State, acceptance: Acceptance): Promise<LoggedChange | undefined> {
	const { snapshot, reason } = acceptance;
	const proposal = await waitingProposal(state, acceptance);
	const chosen = chosenFields(proposal, acceptance);
	const left = Object.keys(proposal.fields).filter((field) => !Object.hasOwn(chosen, field));
	const said = [reason, left.length > 0 && `Not taken over: ${left.join(', ')}.`].filter(Boolean).join(' ');
	const options = { snapshot, because: `proposal ${proposal.id} by ${proposal.author}` };
	const { plan } = plannerOf(proposal);
	const changes: PlanEdits = (db, now) => plan(db, proposal, chosen, now) ?? (() => {});
	// Find out first whether it can be taken in.
	changeSnapshot('accept', { ...options, dryRun: true }, changes);
	const { id, version } = proposal;
	const settlement = { id, version, status: 'accepted', reason: said === '' ? null : checked(said) } as const;
	const outcome = await state.proposals.settle({ ...settlement, change_id: null }, toTimestamp(new Date()));
	if (outcome !== 'settled') throw notSettled(id, outcome);
	let change: LoggedChange | undefined;
	try {
		change = changeSnapshot('accept', options, changes);
	} catch (error) {
		await state.proposals.reopen(id, toTimestamp(new Date()));
		throw error;
	}
	if (change !== undefined) await state.proposals.setChange(id, String(change.id));
	return change;
}

/** Rejects a proposal. @throws UserError when it does not wait */
export async function rejectProposal(state: State, { id, version, reason }: Omit<Decision, 'snapshot'>): Promise<void> {
	const proposal = await waitingProposal(state, { id, version });
	const settlement = { id, version: proposal.version, status: 'rejected', change_id: null } as const;
	const outcome = await state.proposals.settle(
		{ ...settlement, reason: reason === null ? null : checked(reason) },
		toTimestamp(new Date()),
	);
	if (outcome !== 'settled') throw notSettled(id, outcome);
}

async function waitingProposal(state: State, { id, version }: Pick<Decision, 'id' | 'version'>): Promise<Proposal> {
	const proposal = await state.proposals.get(id);
	if (proposal === undefined) throw notSettled(id, 'missing');
	if (proposal.status !== 'pending') throw new UserError(`The proposal ${id} is ${proposal.status} already.`);
	if (version !== undefined && version !== proposal.version) throw notSettled(id, 'edited');
	return proposal;
}

function notSettled(id: string, outcome: Exclude<Settling, 'settled'>): UserError {
	const sentences = {
		'settled before': `The proposal ${id} was settled by someone else, or withdrawn.`,
		edited: `The proposal ${id} was changed by its sender since you opened it. Look at it again.`,
		missing: `There is no proposal ${id}. To list those that wait: npm run proposals -- list`,
	};
	return new UserError(sentences[outcome]);
}

/** @throws UserError when a field is a conflict that the editor has not chosen */
function chosenFields(proposal: Proposal, { snapshot, fields }: Acceptance): ProposedFields {
	const compared = withSnapshot(snapshot, (db) => compareFields(db, proposal));
	if (fields === undefined) {
		const conflicts = compared.filter(({ isConflict }) => isConflict).map(({ field }) => field);
		if (conflicts.length === 0) return proposal.fields;
		throw new UserError(
			`${conflicts.join(', ')} changed since the proposal was sent. Nothing was changed. Look at both values with \`npm run proposals -- show ${proposal.id}\`, and name the fields to take over with --fields.`,
		);
	}
	const unknown = fields.find((field) => !Object.hasOwn(proposal.fields, field));
	if (unknown !== undefined) throw new UserError(`The proposal ${proposal.id} has no field ${unknown}.`);
	if (fields.length === 0) throw new UserError('Choose at least one field to take over, or reject the proposal.');
	return Object.fromEntries(fields.map((field) => [field, proposal.fields[field]]));
}

function checked(reason: string): string {
	// PostgreSQL cannot store this character.
	const text = reason.replaceAll('\u0000', '');
	if (text.length <= LONGEST_REASON) return text;
	throw new UserError(`The reason can have at most ${LONGEST_REASON} characters.`);
}
