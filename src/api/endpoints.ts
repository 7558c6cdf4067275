/**
 * The endpoints with the content of the directory, and the list of all endpoints. An endpoint is one object. The routes,
 * the OpenAPI document, the documentation, the index, the tools for agents and the client are made from these objects.
 */
import { z } from 'zod';
import { ACCOUNT_ENDPOINTS } from './account/endpoints.ts';
import { getIndex, getResource } from './answers.ts';
import { CHANGES_PARAMETERS, CHANGES_SCOPES, listChanges } from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import { EXPORT_ENDPOINTS } from './export-endpoints.ts';
import { getPage } from './page.ts';
import { PROGRAM_PARAMETERS, pagination, SNAPSHOT_PARAMETER } from './parameters.ts';
import { searchPrograms } from './program-query.ts';
import { change } from './schemas/change.ts';
import { facets, onePage, pageOfResults, whole } from './schemas/envelope.ts';
import { category, categoryListItem, network, organization } from './schemas/groups.ts';
import { program, programListItem, reducedProgram } from './schemas/program.ts';
import { review, reviewListItem } from './schemas/review.ts';

/** How long clients can cache the list of categories, in minutes. */
export const CATEGORIES_KEPT = 5;
const KEPT = `private, max-age=${CATEGORIES_KEPT * 60}`;
const ORDER_OF_REDUCED = 'They are in the same order as the list of all programs, and have fewer fields.';

const CHANGES_DESCRIPTION = `
Returns the changes since a snapshot, in order. The response contains only the kinds of record that the key can read. If
that snapshot was published more than once, the changes start after its latest publication. Each publication lists a
record at most once. You can send a date or a time instead of a snapshot. The changes then start after the snapshot that
was current at that time. A change that was published in that very second is included.

To keep a copy up to date, apply the changes in order. If a record was removed, delete your copy of it. If it was added
or changed, each of its \`fields\` has an old and a new value: store the new one. If a record was renamed, it is added
with its new slug or ID, and \`renamed_from\` has its former one. The record with the former one is then removed. If a
removed record was renamed or merged, \`successor\` names the record that replaces it. If a record was removed later, its
earlier changes have no \`fields\`. Ignore these changes, because the removal follows. Then keep the \`X-Snapshot\` of
the last page, and send it as \`since\` the next time. A rollback to earlier data is also a publication.

A 410 means that the history does not go back to the snapshot or the time. In this case, get all records again.`
	.trim()
	.replace(/(?<!\n)\n(?!\n)/g, ' ');

export const ENDPOINTS = [
	{
		path: '/programs',
		operation: 'listPrograms',
		tag: 'Programs',
		summary: 'List programs',
		description:
			'Searches, filters and sorts all programs. You can combine all parameters. Without `sort`, featured programs come first, then the most viewed.',
		scope: 'programs:read',
		parameters: PROGRAM_PARAMETERS,
		handle: searchPrograms,
		response: pageOfResults(programListItem).extend({ facets }),
		noun: 'program',
		example: '/programs?q=newsletter&per_page=2',
	},
	{
		path: '/programs/:slug',
		operation: 'getProgram',
		tag: 'Programs',
		summary: 'Get a program',
		description: 'Returns a program with all its published facts.',
		scope: 'programs:read',
		parameters: {},
		handle: getResource,
		response: whole(program),
		noun: 'program',
		example: '/programs/larkpost',
	},
	{
		path: '/programs/:slug/reviews',
		operation: 'listProgramReviews',
		tag: 'Reviews',
		summary: 'List the reviews of a program',
		description: 'Returns the published reviews of a program, newest first.',
		scope: 'reviews:read',
		parameters: pagination(50),
		handle: getPage,
		response: onePage(reviewListItem),
		noun: 'program',
		example: '/programs/larkpost/reviews?per_page=2',
	},
	{
		path: '/categories',
		operation: 'listCategories',
		tag: 'Categories',
		summary: 'List categories',
		description: `Returns all categories, sorted by slug. The list is not paginated. You may cache it for ${CATEGORIES_KEPT} minutes.`,
		scope: 'categories:read',
		parameters: SNAPSHOT_PARAMETER,
		handle: getResource,
		response: whole(z.array(categoryListItem)),
		noun: 'category',
		caching: KEPT,
		example: '/categories',
	},
	{
		path: '/categories/:slug',
		operation: 'getCategory',
		tag: 'Categories',
		summary: 'Get a category',
		description: 'Returns a category with its description.',
		scope: 'categories:read',
		parameters: {},
		handle: getResource,
		response: whole(category),
		noun: 'category',
		example: '/categories/marketing',
	},
	{
		path: '/categories/:slug/programs',
		operation: 'listCategoryPrograms',
		tag: 'Programs',
		summary: 'List the programs of a category',
		description: `Returns the programs of a category. ${ORDER_OF_REDUCED}`,
		scope: 'programs:read',
		parameters: pagination(100),
		handle: getPage,
		response: onePage(reducedProgram),
		noun: 'category',
		example: '/categories/marketing/programs?per_page=2',
	},
	{
		path: '/reviews',
		operation: 'listReviews',
		tag: 'Reviews',
		summary: 'List reviews',
		description: 'Returns all published reviews, newest first, each with the program that it is about.',
		scope: 'reviews:read',
		parameters: pagination(50),
		handle: getPage,
		response: onePage(review),
		noun: 'review',
		isExtension: true,
		example: '/reviews?per_page=2',
	},
	{
		path: '/reviews/:id',
		operation: 'getReview',
		tag: 'Reviews',
		summary: 'Get a review',
		description: 'Returns a published review with the program that it is about.',
		scope: 'reviews:read',
		parameters: {},
		handle: getResource,
		response: whole(review),
		noun: 'review',
		example: '/reviews/rev_BzVThq9db6',
	},
	{
		path: '/organizations',
		operation: 'listOrganizations',
		tag: 'Organizations',
		summary: 'List organizations',
		description: 'Returns the public profiles of all organizations, sorted by slug.',
		scope: 'organizations:read',
		parameters: pagination(100),
		handle: getPage,
		response: onePage(organization),
		noun: 'organization',
		isExtension: true,
		example: '/organizations?per_page=2',
	},
	{
		path: '/organizations/:slug',
		operation: 'getOrganization',
		tag: 'Organizations',
		summary: 'Get an organization',
		description: 'Returns the public profile of an organization.',
		scope: 'organizations:read',
		parameters: {},
		handle: getResource,
		response: whole(organization),
		noun: 'organization',
		example: '/organizations/larkpost',
	},
	{
		path: '/organizations/:slug/programs',
		operation: 'listOrganizationPrograms',
		tag: 'Programs',
		summary: 'List the programs of an organization',
		description: `Returns the programs of an organization. ${ORDER_OF_REDUCED}`,
		scope: 'programs:read',
		parameters: pagination(100),
		handle: getPage,
		response: onePage(reducedProgram),
		noun: 'organization',
		example: '/organizations/fernhollow-group/programs?per_page=2',
	},
	{
		path: '/networks',
		operation: 'listNetworks',
		tag: 'Networks',
		summary: 'List networks',
		description: 'Returns the tracking platforms of all published programs, sorted by slug.',
		scope: 'programs:read',
		parameters: pagination(100),
		handle: getPage,
		response: onePage(network),
		noun: 'network',
		isExtension: true,
		example: '/networks?per_page=2',
	},
	{
		path: '/changes',
		operation: 'listChanges',
		tag: 'Changes',
		summary: 'List changes',
		description: CHANGES_DESCRIPTION,
		scope: CHANGES_SCOPES,
		parameters: CHANGES_PARAMETERS,
		handle: listChanges,
		response: onePage(change),
		noun: 'change',
		isExtension: true,
		example: '/changes?since=9f2c41d07b6e&per_page=3',
	},
	{
		path: '/',
		operation: 'getIndex',
		tag: 'Index',
		summary: 'Get the addresses of all endpoints',
		description:
			'Returns the address of each endpoint that the key may use. An address with `{slug}` or `{id}` is a template. If the method is not `GET`, it comes before the address.',
		scope: [],
		parameters: {},
		handle: (request) => getIndex(request, ALL_ENDPOINTS),
		response: whole(z.record(z.string(), z.string()).meta({ description: 'The addresses, by name' })),
		noun: 'index',
		isExtension: true,
		example: '/',
	},
	...EXPORT_ENDPOINTS,
] as const satisfies readonly Endpoint[];

/** All endpoints: those with the content of the directory, and those about the account of the key. */
export const ALL_ENDPOINTS: readonly Endpoint[] = [...ENDPOINTS, ...ACCOUNT_ENDPOINTS];
