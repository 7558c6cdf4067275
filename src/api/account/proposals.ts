/** Reads and withdraws the proposals of the key's account. */
import { toTimestamp } from '../../shared/to-timestamp.ts';
import type { Proposal, ProposalKind } from '../../state/proposals/proposal.ts';
import { ApiError, quoted } from '../error.ts';
import { linkHeader, pageBody, pageRequest } from '../page.ts';
import { pagination } from '../parameters.ts';
import { BASE_PATH } from '../target.ts';
import type { AccountHandler, AccountRequest } from './answer-account.ts';

/** Reviews are read-only through the API, and reports belong to nobody. */
const KINDS: readonly ProposalKind[] = ['program', 'organization'];

const { page, per_page } = pagination(100);
export const PROPOSAL_PARAMETERS = { page, per_page };

export const listProposals: AccountHandler = async (request) => {
	const { account, stores, siteUrl, path, query } = request;
	const asked = pageRequest(request.parameters(PROPOSAL_PARAMETERS));
	const part = { most: asked.perPage, offset: asked.offset };
	const { total, proposals } = await stores.proposals.ofAccount(account.id, KINDS, part);
	return {
		body: pageBody(proposals.map(proposalData), total, asked),
		headers: ['Link', linkHeader(`${siteUrl}${BASE_PATH}${path}`, query, total, asked)],
	};
};

export const getProposal: AccountHandler = async (request) => {
	const proposal = await ownProposal(request);
	request.parameters({});
	return { body: { data: proposalData(proposal) } };
};

export const withdrawProposal: AccountHandler = async (request) => {
	const proposal = await ownProposal(request);
	request.parameters({});
	const { account, stores, now } = request;
	const isWithdrawn = await stores.proposals.withdraw(account.id, proposal.id, toTimestamp(now));
	const current = await ownProposal(request);
	if (isWithdrawn) return { body: { data: proposalData(current) } };
	throw new ApiError('CONFLICT', `The proposal cannot be withdrawn: it is ${current.status} already.`);
};

/** @throws ApiError NOT_FOUND when the account has no such proposal */
async function ownProposal({ account, segments, stores }: AccountRequest): Promise<Proposal> {
	const [, id] = segments as [string, string];
	const proposal = await stores.proposals.get(id);
	if (proposal?.account_id === account.id && KINDS.includes(proposal.kind)) return proposal;
	throw new ApiError('NOT_FOUND', `You have no proposal ${quoted(id)}.`);
}

/** Returns a proposal as responses show it. */
export function proposalData(proposal: Proposal): object {
	const { id, kind, target, fields, base, status, reason, created_at, settled_at } = proposal;
	return { id, kind, target, fields, base, status, reason, created_at, settled_at };
}

export function proposalLocation(siteUrl: string, { id }: Proposal): readonly string[] {
	return ['Location', `${siteUrl}${BASE_PATH}/proposals/${id}`];
}
