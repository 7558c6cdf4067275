import type { AccountHandler } from './account-request.ts';
import { getProposal, listProposals, withdrawProposal } from './proposals.ts';

/** Who answers the requests to each endpoint about the account, by operation. */
export const ACCOUNT_HANDLERS: { readonly [operation: string]: AccountHandler } = {
	listProposals,
	getProposal,
	withdrawProposal,
};
