/**
 * The endpoints about the account of the key. Their responses come from the state, not from a release, so they have their
 * examples here.
 */
import type { Endpoint } from '../endpoint.ts';
import { analytics, organizationAnalytics } from '../schemas/analytics.ts';
import { onePage, whole } from '../schemas/envelope.ts';
import { proposal } from '../schemas/proposal.ts';
import { ANALYTICS_PARAMETERS, getOrganizationAnalytics, getProgramAnalytics } from './analytics.ts';
import { forAccount } from './answer-account.ts';
import { getProposal, listProposals, PROPOSAL_PARAMETERS, withdrawProposal } from './proposals.ts';
import { WEBHOOK_ENDPOINTS } from './webhook-endpoints.ts';
import {
	createProgram,
	NEW_PROGRAM,
	ORGANIZATION_CHANGE,
	PROGRAM_CHANGE,
	updateOrganization,
	updateProgram,
} from './write-listings.ts';

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

const NEW_EXAMPLE = {
	slug: 'acme-agencies',
	organization: 'acme',
	name: 'Acme for Agencies',
	commission_type: 'recurring',
	website_url: 'https://acme.example/agencies',
};

const PROPOSES =
	'The change waits as a proposal until an editor accepts it. Your account must speak for the organization (see Brands in the documentation). The values are checked by the rules of an import.';
const ANALYTICS_EXAMPLE = {
	slug: 'larkpost',
	from: '2026-04-17',
	to: '2026-04-18',
	views: 57,
	clicks: 6,
	days: [
		{ day: '2026-04-17', views: 31, clicks: 2 },
		{ day: '2026-04-18', views: 26, clicks: 4 },
	],
	sites: [
		{ site: 'news.example', views: 32, clicks: 5 },
		{ site: null, views: 25, clicks: 1 },
	],
};

const ANALYTICS_DESCRIPTION =
	'Your account must speak for the organization. Each visitor counts once a day for each program. Without parameters, the period is the last 30 days. Days before the directory began to count views, and days on which it did not, have null.';

/** What the endpoints that propose something share. */
const PROPOSING = { parameters: {}, status: 202, response: whole(proposal), isExtension: true } as const;
/** What the endpoints about proposals share. */
const ABOUT_PROPOSALS = { tag: 'Proposals', scope: WRITES, noun: 'proposal', isExtension: true } as const;

export const ACCOUNT_ENDPOINTS = [
	{
		...PROPOSING,
		method: 'POST',
		path: '/programs',
		operation: 'createProgram',
		tag: 'Programs',
		summary: 'Propose a program',
		description: `Proposes a new program of your organization. ${PROPOSES}`,
		scope: 'programs:write',
		handle: forAccount(createProgram),
		body: NEW_PROGRAM,
		noun: 'program',
		example: '/programs',
		exampleBody: NEW_EXAMPLE,
		exampleResponse: { data: { ...PROPOSAL_EXAMPLE, target: NEW_EXAMPLE.slug, fields: NEW_EXAMPLE, base: null } },
	},
	{
		...PROPOSING,
		method: 'PATCH',
		path: '/programs/:slug',
		operation: 'updateProgram',
		tag: 'Programs',
		summary: 'Propose changes of a program',
		description: `Proposes new values for some fields of your organization's program. A null empties a field. ${PROPOSES}`,
		scope: 'programs:write',
		handle: forAccount(updateProgram),
		body: PROGRAM_CHANGE,
		matches: true,
		noun: 'program',
		example: '/programs/larkpost',
		exampleBody: PROPOSAL_EXAMPLE.fields,
		exampleResponse: { data: PROPOSAL_EXAMPLE },
	},
	{
		...PROPOSING,
		method: 'PATCH',
		path: '/organizations/:slug',
		operation: 'updateOrganization',
		tag: 'Organizations',
		summary: 'Propose changes of an organization',
		description: `Proposes new values for some fields of your organization. A null empties a field. ${PROPOSES}`,
		scope: 'organizations:write',
		handle: forAccount(updateOrganization),
		body: ORGANIZATION_CHANGE,
		matches: true,
		noun: 'organization',
		example: '/organizations/larkpost',
		exampleBody: { description: 'Newsletters for small shops.' },
		exampleResponse: {
			data: {
				...PROPOSAL_EXAMPLE,
				kind: 'organization',
				fields: { description: 'Newsletters for small shops.' },
				base: { description: null },
			},
		},
	},
	{
		...ABOUT_PROPOSALS,
		path: '/proposals',
		operation: 'listProposals',
		summary: 'List your proposals',
		description: 'Returns what your account has proposed about programs and organizations, newest first.',
		parameters: PROPOSAL_PARAMETERS,
		handle: forAccount(listProposals),
		response: onePage(proposal),
		example: '/proposals?per_page=1',
		exampleResponse: {
			data: [PROPOSAL_EXAMPLE],
			meta: { page: 1, per_page: 1, total: 1, total_pages: 1 },
			pagination: { page: 1, per_page: 1, has_more: false },
		},
	},
	{
		...ABOUT_PROPOSALS,
		path: '/proposals/:id',
		operation: 'getProposal',
		summary: 'Get a proposal',
		description: 'Returns one of your proposals, what became of it, and why.',
		parameters: {},
		handle: forAccount(getProposal),
		response: whole(proposal),
		example: `/proposals/${PROPOSAL_EXAMPLE.id}`,
		exampleResponse: { data: PROPOSAL_EXAMPLE },
	},
	{
		...ABOUT_PROPOSALS,
		method: 'DELETE',
		path: '/proposals/:id',
		operation: 'withdrawProposal',
		summary: 'Withdraw a proposal',
		description: 'Withdraws one of your proposals, while it is pending, and returns it.',
		parameters: {},
		handle: forAccount(withdrawProposal),
		response: whole(proposal),
		example: `/proposals/${PROPOSAL_EXAMPLE.id}`,
		exampleResponse: { data: { ...PROPOSAL_EXAMPLE, status: 'withdrawn', settled_at: '2026-04-18T10:12:00Z' } },
	},
	...WEBHOOK_ENDPOINTS,
	{
		path: '/analytics/programs/:slug',
		operation: 'getProgramAnalytics',
		tag: 'Analytics',
		summary: 'Get the views of a program',
		description: `Returns how often people viewed the page of your program and followed its link to apply, by day and by the site that they came from. ${ANALYTICS_DESCRIPTION}`,
		scope: 'analytics:read',
		parameters: ANALYTICS_PARAMETERS,
		handle: forAccount(getProgramAnalytics),
		response: whole(analytics),
		noun: 'program',
		isExtension: true,
		example: '/analytics/programs/larkpost?from=2026-04-17&to=2026-04-18',
		exampleResponse: { data: ANALYTICS_EXAMPLE },
	},
	{
		path: '/analytics/organizations/:slug',
		operation: 'getOrganizationAnalytics',
		tag: 'Analytics',
		summary: 'Get the views of an organization',
		description: `Returns how often people viewed the pages of your organization's programs and followed their links to apply, by day, by the site that they came from, and by program. ${ANALYTICS_DESCRIPTION}`,
		scope: 'analytics:read',
		parameters: ANALYTICS_PARAMETERS,
		handle: forAccount(getOrganizationAnalytics),
		response: whole(organizationAnalytics),
		noun: 'organization',
		isExtension: true,
		example: '/analytics/organizations/larkpost?from=2026-04-17&to=2026-04-18',
		exampleResponse: { data: { ...ANALYTICS_EXAMPLE, programs: [{ slug: 'larkpost', views: 57, clicks: 6 }] } },
	},
] as const satisfies readonly Endpoint[];
