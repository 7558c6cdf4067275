import type { ClaimStatus } from '../../state/claim-store.ts';
import type { ProposalStatus } from '../../state/proposals/proposal.ts';

/** The states of claims and of proposals, in words. */
export const CLAIM_STATES: { readonly [status in ClaimStatus]: string } = {
	pending: 'Not proved yet',
	contested: 'Proved, waiting for the editors',
	verified: 'Claimed',
	withdrawn: 'Withdrawn',
};

export const PROPOSAL_STATES: { readonly [status in ProposalStatus]: string } = {
	pending: 'Waiting for the editors',
	accepted: 'Accepted',
	rejected: 'Rejected',
	withdrawn: 'Withdrawn',
};
