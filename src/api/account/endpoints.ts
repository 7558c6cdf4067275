/**
 * The endpoints about the account of the key. Their responses come from the state, not from a release, so they have their
 * examples here. `handlers.ts` has the code that answers.
 */
import { type Endpoint, FRESH } from '../endpoint.ts';
import { onePage, whole } from '../schemas/envelope.ts';
import { proposal } from '../schemas/proposal.ts';
import { PROPOSAL_PARAMETERS } from './proposals.ts';

const WRITES = ['programs:write', 'organizations:write'] as const;

const PROPOSAL_EXAMPLE = {
	id: 'prop_7hK2mQx9TzR4bVcW',
	kind: 'program',
	target: 'larkpost',
	fields: { commission_rate: 40 },
	base: { commission_rate: 30 },
	status: 'pending',
	reason: null,
	created_at: '2026-04-18T09:30:00Z',
	settled_at: null,
};

export const ACCOUNT_ENDPOINTS = [
	{
		path: '/proposals',
		operation: 'listProposals',
		tag: 'Proposals',
		summary: 'List your proposals',
		description: 'Returns what your account has proposed about programs and organizations, newest first.',
		scope: WRITES,
		parameters: PROPOSAL_PARAMETERS,
		answer: 'account',
		response: onePage(proposal),
		noun: 'proposal',
		caching: FRESH,
		isExtension: true,
		example: '/proposals?per_page=1',
		exampleResponse: {
			data: [PROPOSAL_EXAMPLE],
			meta: { page: 1, per_page: 1, total: 1, total_pages: 1 },
			pagination: { page: 1, per_page: 1, has_more: false },
		},
	},
	{
		path: '/proposals/:id',
		operation: 'getProposal',
		tag: 'Proposals',
		summary: 'Get a proposal',
		description: 'Returns one of your proposals, what became of it, and why.',
		scope: WRITES,
		parameters: {},
		answer: 'account',
		response: whole(proposal),
		noun: 'proposal',
		caching: FRESH,
		isExtension: true,
		example: `/proposals/${PROPOSAL_EXAMPLE.id}`,
		exampleResponse: { data: PROPOSAL_EXAMPLE },
	},
	{
		method: 'DELETE',
		path: '/proposals/:id',
		operation: 'withdrawProposal',
		tag: 'Proposals',
		summary: 'Withdraw a proposal',
		description: 'Withdraws one of your proposals, while it is pending, and returns it.',
		scope: WRITES,
		parameters: {},
		answer: 'account',
		response: whole(proposal),
		noun: 'proposal',
		caching: FRESH,
		isExtension: true,
		example: `/proposals/${PROPOSAL_EXAMPLE.id}`,
		exampleResponse: { data: { ...PROPOSAL_EXAMPLE, status: 'withdrawn', settled_at: '2026-04-18T10:12:00Z' } },
	},
] as const satisfies readonly Endpoint[];
