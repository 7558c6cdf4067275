/** Accepts and rejects proposals. */
import type Database from 'better-sqlite3';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { UserError } from '../../shared/user-error.ts';
import { type ChangeWithEdits, findChange } from '../../snapshot/changes/read-changes.ts';
import { undoChange } from '../../snapshot/changes/undo.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { LONGEST_REASON, type Proposal, type ProposedFields, type Settling } from '../../state/proposals/proposal.ts';
import { changeSnapshot, type MakeEdits } from '../edits/edit-snapshot.ts';
import { compareFields, tagOfOurs, takeFields } from './proposed-fields.ts';
import { becauseOf, takenInBy, type WaitingProposals } from './waiting-proposals.ts';

export interface Decision {
	readonly id: string;
	/** The version that the editor has seen. Undefined for the latest. */
	readonly version?: number | undefined;
	/** What to tell the sender. */
	readonly reason: string | null;
}

export interface Acceptance extends Decision {
	readonly snapshot: string;
	/** The fields to take in. Undefined for all, if none of them is a conflict. */
	readonly fields?: readonly string[] | undefined;
	/** The `tagOfOurs` of the values in the snapshot that the editor has seen. Undefined if that does not matter. */
	readonly ours?: string | undefined;
}

/**
 * Takes a proposal in as a change.
 *
 * @returns the change, or undefined if there was nothing to change
 * @throws UserError when the proposal does not wait, its fields conflict, or the record would break rules
 */
export async function acceptProposal(
	proposals: WaitingProposals,
	acceptance: Acceptance,
): Promise<ChangeWithEdits | undefined> {
	const { snapshot, reason, fields } = acceptance;
	const proposal = await waitingProposal(proposals, acceptance);
	if (proposal.kind === 'review') throw new UserError('This proposal is a review. Use npm run reviews -- approve ID.');
	const left = Object.keys(proposal.fields).filter((field) => fields?.includes(field) === false);
	const said = [reason, left.length > 0 && `Not taken over: ${left.join(', ')}.`].filter(Boolean).join(' ');
	const because = `${becauseOf(proposal)} by ${proposal.author}`;
	const how = { snapshot, command: 'accept', because, reason: said === '' ? null : said };
	return takeIn(proposals, proposal, how, (change) =>
		takeFields(change, proposal, chosenFields(change.db, proposal, acceptance)),
	);
}

interface TakingIn {
	readonly snapshot: string;
	/** The name of the change in the log. */
	readonly command: string;
	/** Why, for the log. */
	readonly because: string;
	readonly reason: string | null;
}

/**
 * Changes the snapshot, then settles the proposal. If someone else has settled it meanwhile, the change is undone. If it
 * cannot be settled now, it still waits, and accepting it again only settles it.
 *
 * @returns the change, or undefined if there was nothing to change
 * @throws UserError when the edits cannot be made, or the proposal cannot be settled
 */
export async function takeIn(
	proposals: WaitingProposals,
	proposal: Proposal,
	{ snapshot, command, because, reason }: TakingIn,
	makeEdits: MakeEdits,
): Promise<ChangeWithEdits | undefined> {
	const { id, version } = proposal;
	const settlement = { id, version, status: 'accepted', reason: checked(reason) } as const;
	const earlier = withSnapshot(snapshot, (db) => {
		const known = takenInBy(db)(proposal);
		return known === undefined ? undefined : findChange(db, known);
	});
	const change = earlier ?? changeSnapshot(command, { snapshot, because }, makeEdits);
	const change_id = change === undefined ? null : String(change.id);
	const outcome = await proposals.settle({ ...settlement, change_id }, toTimestamp(new Date())).catch((error) => {
		if (change === undefined || !(error instanceof UserError)) throw error;
		throw new UserError(
			`The proposal ${id} was taken in with change ${change_id}, but not settled. Accept it again later, which changes nothing more. ${error.message}`,
		);
	});
	if (outcome === 'settled') return change;
	const settled = await proposals.get(id);
	// Another editor may have accepted it just after this change, and therefore had nothing to change.
	const isAccepted = settled?.status === 'accepted' && [null, change_id].includes(settled.change_id);
	if (change !== undefined && !isAccepted) {
		changeSnapshot('undo', { snapshot, undoes: change.id }, (open) => void undoChange(open, change.id));
	}
	throw notSettled(id, outcome);
}

/** Rejects a proposal. @throws UserError when it does not wait */
export async function rejectProposal(proposals: WaitingProposals, decision: Decision): Promise<void> {
	const { id, version } = await waitingProposal(proposals, decision);
	const settlement = { id, version, status: 'rejected', reason: checked(decision.reason), change_id: null } as const;
	const outcome = await proposals.settle(settlement, toTimestamp(new Date()));
	if (outcome !== 'settled') throw notSettled(id, outcome);
}

/** Returns a proposal. @throws UserError when it does not wait, or was changed since the editor saw it */
export async function waitingProposal(
	proposals: WaitingProposals,
	{ id, version }: Pick<Decision, 'id' | 'version'>,
): Promise<Proposal> {
	const proposal = await proposals.get(id);
	if (proposal === undefined) throw notSettled(id, 'missing');
	if (proposal.status !== 'pending') throw new UserError(`The proposal ${id} is ${proposal.status} already.`);
	if (version !== undefined && version !== proposal.version) throw notSettled(id, 'edited');
	return proposal;
}

function notSettled(id: string, outcome: Exclude<Settling, 'settled'>): UserError {
	const sentences = {
		'settled before': `The proposal ${id} was settled by someone else, or withdrawn.`,
		edited: `The proposal ${id} was changed by its sender since you opened it. Look at it again, for example with: npm run proposals -- show ${id}`,
		missing: `There is no proposal ${id}. To list those that wait: npm run proposals -- list`,
	};
	return new UserError(sentences[outcome]);
}

/** @throws UserError when a field is a conflict that the editor has not chosen, or has another value than the editor saw */
function chosenFields(db: Database.Database, proposal: Proposal, { fields, ours }: Acceptance): ProposedFields {
	const compared = compareFields(db, proposal);
	if (ours !== undefined && ours !== tagOfOurs(compared)) {
		throw new UserError('The record has changed since the page was opened. Nothing was changed. Look at it again.');
	}
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

function checked(reason: string | null): string | null {
	if (reason === null) return null;
	// PostgreSQL cannot store this character.
	const text = reason.replaceAll('\u0000', '');
	if (text.length <= LONGEST_REASON) return text;
	throw new UserError(`The reason can have at most ${LONGEST_REASON} characters. Nothing was changed.`);
}
