import { ownRecord, type Proposer, proposeChange, proposeProgram } from '../api/account/propose.ts';
import type { ListedRecord } from '../api/account/read-listed.ts';
import { ApiError } from '../api/error.ts';
import type { BrandKind } from '../catalog/records.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import type { Account } from '../state/keys/account.ts';
import type { Proposal, ProposedFields } from '../state/proposals/proposal.ts';
import type { Listings } from './claims.ts';
import type { AccountContext, RequestContext } from './context.ts';
import type { Result } from './result.ts';
import { asSignedIn } from './session.ts';

/** A proposal that was added, or what is wrong with each field. */
type Proposed = { readonly proposal: Proposal } | { readonly problems: { readonly [field: string]: string } };

/** The maximum number of proposals on a page. */
const PROPOSALS_SHOWN = 50;
/** Pages about reviews show those. */
const KINDS = ['program', 'organization'] as const;

/** Proposals of the signed-in account about what it speaks for. What belongs to others is treated as missing. */
export function brandProposals(context: AccountContext) {
	const { state } = context;

	return {
		/** Returns a record that the account speaks for, or undefined if it speaks for no such record. */
		ownListing: (
			request: RequestContext,
			listings: Listings,
			kind: BrandKind,
			slug: string,
		): Promise<Result<ListedRecord | undefined>> =>
			asSignedIn(context, request, (account) =>
				ownRecord(proposerOf(context, account, listings), kind, slug).catch((error) => {
					if (!(error instanceof ApiError)) throw error;
					return undefined;
				}),
			),

		/** Proposes new values for fields of a record that the account speaks for, or a new program. */
		propose: (
			request: RequestContext,
			listings: Listings,
			{ kind, slug, fields }: { kind: BrandKind; slug: string | undefined; fields: ProposedFields },
		): Promise<Result<Proposed>> =>
			asSignedIn(context, request, async (account) => {
				const proposer = proposerOf(context, account, listings);
				try {
					if (slug === undefined) return { proposal: await proposeProgram(proposer, fields) };
					const record = await ownRecord(proposer, kind, slug);
					return { proposal: await proposeChange(proposer, kind, slug, record, fields) };
				} catch (error) {
					if (!(error instanceof ApiError)) throw error;
					return { problems: problemsOf(error) };
				}
			}),

		/** The account's proposals about organizations and programs, newest first, and how many there are. */
		proposals: (request: RequestContext): Promise<Result<{ readonly total: number; readonly proposals: Proposal[] }>> =>
			asSignedIn(context, request, ({ id }) => state.proposals.ofAccount(id, KINDS, { most: PROPOSALS_SHOWN })),

		/** Withdraws a proposal. Returns false if it does not wait any more. */
		withdrawProposal: (request: RequestContext, id: string): Promise<Result<boolean>> =>
			asSignedIn(context, request, (account) => state.proposals.withdraw(account.id, id, toTimestamp(new Date()))),
	};
}

function proposerOf({ state, siteUrl }: AccountContext, { id }: Account, release: Listings): Proposer {
	return { account: id, release, stores: state, siteUrl, now: new Date() };
}

function problemsOf({ message, details }: ApiError): { readonly [field: string]: string } {
	const problems = (details ?? []).map((one) => ['field' in one ? one.field : '', one.message]);
	return problems.length === 0 ? { '': message } : Object.fromEntries(problems);
}
