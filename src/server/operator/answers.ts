/** What the operator's machines can ask: for the proposals that wait here, to settle them, and for the counted visits. */
import { z } from 'zod';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { PROPOSAL_KINDS, type Proposal, type Settling } from '../../state/proposals/proposal.ts';
import type { Stores } from '../../state/state.ts';
import { PAGE, type SentProposal, type SentSettlement, SettlementSchema } from './proposal-messages.ts';

export interface OperatorRequest {
	readonly query: URLSearchParams;
	readonly stores: Stores;
	/** Reads the body of a POST. Returns a status code if it is too large or incomplete. */
	body(): Promise<Buffer | 400 | 413>;
}

/** What a handler answers: data to send as JSON, or a problem. */
export type OperatorReply = { readonly data: object } | { readonly problem: string };

const QuerySchema = z.union([
	z.strictObject({}),
	z.strictObject({ id: z.string().max(100) }),
	z.strictObject({
		kinds: z
			.string()
			.transform((text) => text.split(','))
			.pipe(z.array(z.enum(PROPOSAL_KINDS))),
		offset: z.coerce.number().pipe(z.int().min(0).max(100_000)),
	}),
]);
const WRONG_QUERY = 'Send nothing, an id, or kinds, separated by commas, and an offset.';

/**
 * Returns how many proposals wait. With an ID, returns that proposal. With kinds and an offset, returns a page of those
 * that wait, oldest first.
 */
export async function operatorProposals({ query, stores }: OperatorRequest): Promise<OperatorReply> {
	const asked = QuerySchema.safeParse(Object.fromEntries(query));
	if (!asked.success) return { problem: WRONG_QUERY };
	const { proposals } = stores;
	if ('id' in asked.data) {
		const found = await proposals.get(asked.data.id);
		return { data: { proposals: found === undefined ? [] : [sentProposal(found)] } };
	}
	if (!('kinds' in asked.data)) return { data: { waiting: await proposals.countWaiting() } };
	const { kinds, offset } = asked.data;
	return { data: { proposals: (await proposals.waiting({ most: PAGE, offset }, kinds)).map(sentProposal) } };
}

/** Settles a proposal that was decided on another machine. Sending the same settlement again does nothing. */
export async function operatorSettlement({ body, stores }: OperatorRequest): Promise<OperatorReply> {
	const sent = await body();
	if (typeof sent === 'number') return { problem: 'The body is too large or incomplete.' };
	const given = SettlementSchema.safeParse(parsed(sent));
	if (!given.success) return { problem: z.prettifyError(given.error).slice(0, MOST_SAID) };
	return { data: { settling: await settle(stores, given.data) } };
}

/** The maximum length of what is said about a body, in characters. */
const MOST_SAID = 1000;

function parsed(body: Buffer): unknown {
	try {
		return JSON.parse(String(body));
	} catch {
		return undefined;
	}
}

async function settle({ proposals }: Pick<Stores, 'proposals'>, settlement: SentSettlement): Promise<Settling> {
	const { id, version, status, reason } = settlement;
	// The change is one of the other machine's snapshot, so its number means nothing here.
	const settling = await proposals.settle({ ...settlement, change_id: null }, toTimestamp(new Date()));
	if (settling !== 'settled before') return settling;
	const now = await proposals.get(id);
	return now?.status === status && now.version === version && now.reason === reason ? 'settled' : settling;
}

function sentProposal({ account_id: _, ...proposal }: Proposal): SentProposal {
	return proposal;
}

const day = z.iso.date({ error: 'from and to must be days in UTC, such as 2026-11-20.' });
const PeriodSchema = z.strictObject({ from: day, to: day });

/** Returns the views of each program that this directory has counted in a period, by slug. */
export async function operatorVisits({ query, stores }: OperatorRequest): Promise<OperatorReply> {
	const asked = PeriodSchema.safeParse(Object.fromEntries(query));
	if (!asked.success) return { problem: asked.error.issues[0]!.message };
	return { data: { views: Object.fromEntries(await stores.visits.totals(asked.data)) } };
}
