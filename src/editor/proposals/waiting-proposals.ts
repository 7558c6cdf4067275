/** The proposals that wait for an editor: in the state, or at a directory that another machine serves. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { operatorAt } from '../../commands/ask-operator.ts';
import { PageSchema, SettlingSchema, WaitingSchema } from '../../server/operator/proposal-messages.ts';
import { UserError } from '../../shared/user-error.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { withState } from '../../state/open-state.ts';
import type { ProposalStore } from '../../state/proposal-store.ts';
import { PROPOSAL_KINDS, type Proposal, type ProposalKind } from '../../state/proposals/proposal.ts';
import { number } from '../../website/format/numbers.ts';

/** What editors do with proposals. */
export type WaitingProposals = Pick<ProposalStore, 'get' | 'waiting' | 'countWaiting' | 'settle'>;

export interface ProposalPlace {
	/** The folder of the state. */
	readonly state: string;
	/** The address of the directory that another machine serves, an origin. Undefined if they wait in the state. */
	readonly at?: string | undefined;
}

/** @throws UserError when the directory cannot be reached */
export async function withProposals<T>(
	{ state, at }: ProposalPlace,
	work: (proposals: WaitingProposals) => Promise<T>,
): Promise<T> {
	return at === undefined ? withState(state, ({ proposals }) => work(proposals)) : work(proposalsAt(at));
}

const PATH = '/operator/proposals';
/** How often a decision is sent until the directory answers, and the pause in between, in milliseconds. */
const ATTEMPTS = 3;
const PAUSE = 1000;

function proposalsAt(at: string): WaitingProposals {
	const ask = operatorAt(at);
	const page = async (query: string): Promise<Proposal[]> => {
		const { proposals } = await ask(`${PATH}?${query}`, PageSchema);
		return proposals.map((proposal) => ({ ...proposal, account_id: null }));
	};
	return {
		get: async (id) => (await page(`id=${encodeURIComponent(id)}`))[0],
		async waiting({ most, offset = 0 }, kinds = PROPOSAL_KINDS) {
			const found: Proposal[] = [];
			while (found.length < most) {
				const next = await page(`kinds=${kinds.join(',')}&offset=${offset + found.length}`);
				if (next.length === 0) break;
				found.push(...next);
			}
			return found.slice(0, most);
		},
		countWaiting: async () => (await ask(PATH, WaitingSchema)).waiting,
		async settle({ change_id: _, ...settlement }) {
			for (let attempt = 1; ; attempt++) {
				try {
					return (await ask(PATH, SettlingSchema, settlement)).settling;
				} catch (error) {
					if (attempt === ATTEMPTS) throw error;
					await sleep(PAUSE);
				}
			}
		},
	};
}

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

/** Returns the ID, and the version if the sender has edited the proposal: `prop_7hK2mQx9TzR4bVcW@2`. */
export function versionName({ id, version }: Pick<Proposal, 'id' | 'version'>): string {
	return version === 1 ? id : `${id}@${version}`;
}

/** Reads the name of a version. An ID alone means the first version. @throws UserError when it is none */
export function readVersionName(name: string): Pick<Proposal, 'id' | 'version'> {
	const [, id, version = '1'] = /^([^@]+)(?:@([1-9]\d{0,8}))?$/.exec(name) ?? [];
	if (id !== undefined) return { id, version: Number(version) };
	throw new UserError(`${name} must be the ID of a proposal as lists show it, such as prop_7hK2mQx9TzR4bVcW@2.`);
}

/** Why a change was made that takes a proposal in. The log finds the change by it. */
export const becauseOf = (proposal: Proposal) => `proposal ${versionName(proposal)}`;

/**
 * Returns a function that finds the change that has taken a proposal in, if it was not undone. A proposal that waits has one
 * if it could not be settled.
 */
export function takenInBy(db: Database.Database): (proposal: Proposal) => number | undefined {
	const rows = db
		.prepare<[], { id: number; because: string }>(
			`SELECT id, because FROM changes WHERE command IN ('accept', 'approve') AND because LIKE 'proposal %'
			 AND id NOT IN (SELECT undoes FROM changes WHERE undoes IS NOT NULL)`,
		)
		.all();
	const byName = new Map(rows.map(({ id, because }) => [because.split(' ', 2).join(' '), id]));
	return (proposal) => byName.get(becauseOf(proposal));
}

export const unsettledNote = (change: number) =>
	`Taken in with change ${change}, but not settled. Accept it again, which changes nothing more.`;

/** Says which of the proposals that wait were taken in. A machine that only serves has no snapshot. */
export function printUnsettled(snapshot: string, waiting: readonly Proposal[]): void {
	if (!existsSync(snapshot)) return;
	const takenIn = withSnapshot(snapshot, takenInBy);
	for (const proposal of waiting) {
		const change = takenIn(proposal);
		if (change !== undefined) console.log(`${versionName(proposal)}: ${unsettledNote(change)}`);
	}
}
