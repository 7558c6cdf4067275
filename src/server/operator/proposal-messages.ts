/** What `/operator/proposals` and the machines of editors send each other. Both sides check all of it. */
import { z } from 'zod';
import { LONGEST_REASON, PROPOSAL_STATUSES } from '../../state/proposals/proposal.ts';

/** The number of proposals in a response. With the longest fields, a response has 26 MB. */
export const PAGE = 50;
/** The maximum number of IDs to ask about in a request. */
export const MOST_KNOWN = 100;
/** The maximum number of settlements in a request. With the longest reasons, their JSON fits the body of a request. */
export const MOST_SETTLEMENTS = 10;

/** The largest version that PostgreSQL can store. */
const LARGEST = 2 ** 31 - 1;

export const ProposalIdSchema = z.string().regex(/^prop_[0-9A-Za-z]{16}$/, { error: 'An ID looks like prop_….' });
export const VersionSchema = z.int().min(1).max(LARGEST);

/** Where a page begins: after the proposal with this time and ID. */
export const CursorSchema = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,prop_[0-9A-Za-z]{16}$/);

export const SettlementsSchema = z.strictObject({
	settlements: z
		.array(
			z.strictObject({
				id: ProposalIdSchema,
				/** The version that was settled. */
				version: VersionSchema,
				status: z.enum(['accepted', 'rejected']),
				reason: z
					.string()
					.max(LONGEST_REASON)
					.refine((text) => !text.includes('\u0000'))
					.nullable(),
			}),
		)
		.min(1)
		.max(MOST_SETTLEMENTS),
});

export type SentSettlement = z.output<typeof SettlementsSchema>['settlements'][number];

/**
 * What became of a settlement: `recorded` now or before, not recorded because the sender has `edited` the proposal, or
 * because it does not wait any more: it was settled differently, withdrawn, or is gone with its account (`missing`).
 */
const OutcomeSchema = z.object({
	id: ProposalIdSchema,
	outcome: z.enum(['recorded', 'edited', 'accepted', 'rejected', 'withdrawn', 'missing']),
});

export type SettlementOutcome = z.output<typeof OutcomeSchema>;

export const OutcomesSchema = z.object({ outcomes: z.array(OutcomeSchema).max(MOST_SETTLEMENTS) });

/** Those of the proposals that were asked about that do not wait any more, and why. */
export const EndedSchema = z.object({
	ended: z
		.array(z.object({ id: ProposalIdSchema, status: z.enum([...PROPOSAL_STATUSES, 'missing']).exclude(['pending']) }))
		.max(MOST_KNOWN),
});

export type Ended = z.output<typeof EndedSchema>['ended'][number];

/** A page of the proposals that wait. Each of them is checked on its own, so that one does not hold up the others. */
export const PageSchema = z.object({
	proposals: z.array(z.unknown()).max(PAGE),
	/** Where the next page begins. Null after the last one. */
	next: CursorSchema.nullable(),
});
