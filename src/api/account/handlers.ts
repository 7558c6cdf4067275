import type { AccountHandler } from './account-request.ts';
import { getOrganizationAnalytics, getProgramAnalytics } from './analytics.ts';
import { getProposal, listProposals, withdrawProposal } from './proposals.ts';
import { WEBHOOK_HANDLERS } from './webhooks.ts';
import { createProgram, updateOrganization, updateProgram } from './write-listings.ts';

/** Who answers the requests to each endpoint about the account, by operation. */
export const ACCOUNT_HANDLERS: { readonly [operation: string]: AccountHandler } = {
	createProgram,
	updateProgram,
	updateOrganization,
	listProposals,
	getProposal,
	withdrawProposal,
	...WEBHOOK_HANDLERS,
	getProgramAnalytics,
	getOrganizationAnalytics,
};
