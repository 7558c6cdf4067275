/** Fetches the proposals that wait at a directory that another machine serves, and sends back what was decided here. */

import { askOperator } from '../../commands/ask-operator.ts';
import {
	type Ended,
	EndedSchema,
	MOST_KNOWN,
	MOST_SETTLEMENTS,
	OutcomesSchema,
	PageSchema,
} from '../../server/operator/proposal-messages.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { UserError } from '../../shared/user-error.ts';
import { LONGEST_REASON, type Proposal } from '../../state/proposals/proposal.ts';
import type { PulledProposalStore } from '../../state/pulled-proposal-store.ts';
import { authorWish } from './author-wish.ts';
import { pulledProposal } from './pulled-proposal.ts';
import { settlementNote } from './settlement-note.ts';

const PATH = '/operator/proposals';
/** The maximum number of pages to fetch. */
const MOST_PAGES = 400;

export interface ProposalPull {
	readonly store: PulledProposalStore;
	/** The address of the directory, an origin. */
	readonly from: string;
	/** Its `OPERATOR_TOKEN`. */
	readonly token: string;
	/** Receives a sentence about each decision that the directory has not recorded. */
	say(note: string): void;
}

export interface PulledProposals {
	/** How many decisions the directory has recorded, or had recorded before. */
	readonly sent: number;
	readonly added: number;
	/** How many were edited by their senders. */
	readonly replaced: number;
	/** How many were removed here, by what became of them there. */
	readonly removed: ReadonlyMap<Ended['status'], number>;
	/** How many break rules. */
	readonly invalid: number;
	/** How many were not fetched, because too many wait here. */
	readonly leftOut: number;
	/** How many of the directory's proposals wait here now. */
	readonly waiting: number;
}

/**
 * Sends the decisions that were made here since, removes the proposals that no longer wait there, and fetches those that
 * do. It can be interrupted at any point and run again. A decision counts as sent only after the directory has answered,
 * and the directory records a decision that it receives again only once.
 *
 * @throws UserError when the directory cannot be reached, or does not answer as expected
 */
export async function pullProposals(pull: ProposalPull): Promise<PulledProposals> {
	let sent = await sendSettlements(pull);
	const removed = await removeEnded(pull);
	const { toSendAgain, ...fetched } = await fetchWaiting(pull);
	// The directory has lost them, perhaps because an old backup was restored.
	if (toSendAgain > 0) sent += await sendSettlements(pull);
	return { sent, removed, ...fetched, waiting: await pull.store.countWaiting(pull.from) };
}

async function sendSettlements({ store, from, token, say }: ProposalPull): Promise<number> {
	let [sent, edited] = [0, 0];
	while (true) {
		const settled = await store.unreported(from, { most: MOST_SETTLEMENTS, offset: edited });
		if (settled.length === 0) return sent;
		const settlements = settled.map(settlementOf);
		const { outcomes } = await askOperator(from, token, PATH, OutcomesSchema, { settlements });
		const outcomeOf = new Map(outcomes.map(({ id, outcome }) => [id, outcome]));
		for (const proposal of settled) {
			const outcome = outcomeOf.get(proposal.id);
			if (outcome === undefined) throw new UserError(`${from} does not say what became of ${proposal.id}.`);
			const wish = authorWish(proposal, outcome);
			if (outcome === 'recorded') sent++;
			else say(settlementNote(proposal, outcome, wish));
			// The edited version replaces this one when it is fetched.
			if (outcome === 'edited') edited++;
			else await store.setReported(proposal, toTimestamp(new Date()), wish);
		}
	}
}

function settlementOf({ id, version, status, reason }: Proposal) {
	// PostgreSQL cannot store all characters.
	const text = reason?.replaceAll('\u0000', '').slice(0, LONGEST_REASON).toWellFormed() ?? null;
	return { id, version, status, reason: text };
}

async function removeEnded({ store, from, token, say }: ProposalPull): Promise<Map<Ended['status'], number>> {
	const removed = new Map<Ended['status'], number>();
	let after = '';
	while (true) {
		const known = await store.openIds(from, after, MOST_KNOWN, new Date());
		if (known.length === 0) return removed;
		after = known.at(-1)!;
		const { ended } = await askOperator(from, token, `${PATH}?known=${known.join(',')}`, EndedSchema);
		for (const [status, ones] of Map.groupBy(ended, (one) => one.status)) {
			const ids = ones.map(({ id }) => id).filter((id) => known.includes(id));
			const notes = new Map<string, string>();
			const wishOf = (proposal: Proposal) => {
				const wish = authorWish(proposal, status);
				if (wish !== undefined) notes.set(proposal.id, settlementNote(proposal, status, wish));
				return wish;
			};
			const number = await store.remove(from, ids, toTimestamp(new Date()), wishOf);
			removed.set(status, (removed.get(status) ?? 0) + number);
			for (const note of notes.values()) say(note);
		}
	}
}

async function fetchWaiting({ store, from, token }: ProposalPull) {
	const fetched = { added: 0, replaced: 0, toSendAgain: 0, leftOut: 0, invalid: 0 };
	let query = '';
	for (let page = 0; page < MOST_PAGES; page++) {
		const { proposals, next } = await askOperator(from, token, PATH + query, PageSchema);
		const valid = proposals.map(pulledProposal).filter((proposal) => proposal !== undefined);
		const taken = await store.take(from, valid);
		for (const [what, number] of Object.entries(taken)) fetched[what as keyof typeof taken] += number;
		fetched.invalid += proposals.length - valid.length;
		if (next === null) return fetched;
		query = `?after=${next}`;
	}
	throw new UserError(`${from} sends proposals without an end. Those that were fetched wait here.`);
}
