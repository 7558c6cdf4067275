import type { Proposal } from '../../state/proposals/proposal.ts';
import { BASE_PATH } from '../target.ts';

/** Returns a proposal as responses show it. */
export function proposalData(proposal: Proposal): object {
	const { id, kind, target, fields, base, status, reason, created_at, settled_at } = proposal;
	return { id, kind, target, fields, base, status, reason, created_at, settled_at };
}

/** Returns the header with the address of a proposal. */
export function proposalLocation(siteUrl: string, { id }: Proposal): readonly string[] {
	return ['Location', `${siteUrl}${BASE_PATH}/proposals/${id}`];
}
