/** What `/operator/proposals` and the machines of editors send each other. */
import { z } from 'zod';
import { LONGEST_REASON, PROPOSAL_KINDS, PROPOSAL_STATUSES } from '../../state/proposals/proposal.ts';

/** The number of proposals in a response. With the longest fields, a response has 26 MB. */
export const PAGE = 50;

/** The largest version that PostgreSQL can store. */
const LARGEST = 2 ** 31 - 1;

const VersionSchema = z.int().min(1).max(LARGEST);
const ValuesSchema = z.record(z.string(), z.unknown());

/** Everything that an editor needs, and nothing that tells whose account it is. */
const SentProposalSchema = z.object({
	id: z.string(),
	author: z.string(),
	kind: z.enum(PROPOSAL_KINDS),
	target: z.string(),
	fields: ValuesSchema,
	base: ValuesSchema.nullable(),
	status: z.enum(PROPOSAL_STATUSES),
	version: VersionSchema,
	reason: z.string().nullable(),
	change_id: z.string().nullable(),
	times: z.int(),
	created_at: z.string(),
	updated_at: z.string(),
	settled_at: z.string().nullable(),
});

export type SentProposal = z.output<typeof SentProposalSchema>;

export const PageSchema = z.object({ proposals: z.array(SentProposalSchema).max(PAGE) });

/** How many proposals of each kind wait. */
export const WaitingSchema = z.object({
	waiting: z.array(z.object({ kind: z.enum(PROPOSAL_KINDS), waiting: z.int() })),
});

export const SettlementSchema = z.strictObject({
	id: z.string().max(100),
	version: VersionSchema,
	status: z.enum(['accepted', 'rejected']),
	reason: z
		.string()
		.max(LONGEST_REASON)
		.refine((text) => !text.includes('\u0000'))
		.nullable(),
});

export type SentSettlement = z.output<typeof SettlementSchema>;

export const SettlingSchema = z.object({ settling: z.enum(['settled', 'settled before', 'edited', 'missing']) });
