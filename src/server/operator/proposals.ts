/** Lets the machines of editors fetch the proposals that wait here, and send back what was decided about them. */
import { z } from 'zod';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import type { Proposal } from '../../state/proposals/proposal.ts';
import type { Stores } from '../../state/state.ts';
import type { OperatorReply, OperatorRequest } from './operator-request.ts';
import {
	CursorSchema,
	type Ended,
	MOST_KNOWN,
	PAGE,
	ProposalIdSchema,
	type SentSettlement,
	type SettlementOutcome,
	SettlementsSchema,
} from './proposal-messages.ts';

const QuerySchema = z.union([
	z.strictObject({ after: CursorSchema.optional() }),
	z.strictObject({
		known: z
			.string()
			.transform((text) => text.split(','))
			.pipe(z.array(ProposalIdSchema).max(MOST_KNOWN)),
	}),
]);
const WRONG_QUERY = `Send nothing, after with a cursor, or known with at most ${MOST_KNOWN} IDs, separated by commas.`;

/**
 * Returns the proposals that were sent to this directory and wait, oldest first. With `known`, returns those of the known
 * proposals that do not wait any more.
 */
export async function operatorProposals({ query, stores }: OperatorRequest): Promise<OperatorReply> {
	const asked = QuerySchema.safeParse(Object.fromEntries(query));
	if (!asked.success) return { problem: WRONG_QUERY };
	if ('known' in asked.data) return { data: { ended: await endedOf(stores, asked.data.known) } };
	const [created_at, id] = asked.data.after?.split(',') ?? [];
	const after = id === undefined ? undefined : { created_at: created_at!, id };
	const found = await stores.proposals.waitingOwn(after, PAGE + 1);
	const page = found.slice(0, PAGE);
	const last = page.at(-1);
	const next = found.length > PAGE ? `${last!.created_at},${last!.id}` : null;
	return { data: { proposals: page.map(sentProposal), next } };
}

/** Settles proposals that were decided on another machine. Sending the same settlement again does nothing. */
export async function operatorSettlements({ body, stores }: OperatorRequest): Promise<OperatorReply> {
	const sent = await body();
	if (typeof sent === 'number') return { problem: 'The body is too large or incomplete.' };
	const given = SettlementsSchema.safeParse(parsed(sent));
	if (!given.success) return { problem: z.prettifyError(given.error).slice(0, MOST_SAID) };
	const outcomes: SettlementOutcome[] = [];
	for (const settlement of given.data.settlements) {
		outcomes.push({ id: settlement.id, outcome: await settle(stores, settlement) });
	}
	return { data: { outcomes } };
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

async function settle(
	{ proposals }: Pick<Stores, 'proposals'>,
	settlement: SentSettlement,
): Promise<SettlementOutcome['outcome']> {
	const { id, version, status, reason } = settlement;
	const before = await proposals.get(id);
	if (before === undefined || before.origin !== null) return 'missing';
	// The change is one of the other machine's snapshot, so its number means nothing here.
	const settling = await proposals.settle({ ...settlement, change_id: null }, toTimestamp(new Date()));
	if (settling === 'settled') return 'recorded';
	if (settling === 'missing' || settling === 'edited') return settling;
	const now = await proposals.get(id);
	if (now === undefined) return 'missing';
	if (now.status === 'pending') return 'edited';
	return now.status === status && now.version === version && now.reason === reason ? 'recorded' : now.status;
}

async function endedOf({ proposals }: Pick<Stores, 'proposals'>, known: readonly string[]): Promise<Ended[]> {
	const ended: Ended[] = [];
	for (const id of known) {
		const found = await proposals.get(id);
		const status = found === undefined || found.origin !== null ? 'missing' : found.status;
		if (status !== 'pending') ended.push({ id, status });
	}
	return ended;
}

/** Everything that an editor needs, and nothing that tells whose account it is. */
function sentProposal({ id, author, kind, target, fields, base, version, created_at, updated_at }: Proposal) {
	return { id, author, kind, target, fields, base, version, created_at, updated_at };
}
