/**
 * The table of tools. Each entry is a tool. The tool list for clients, the documentation and the tests use this table.
 */

import { z } from 'zod';
import { CHANGES_PARAMETERS } from '../changes.ts';
import type { Endpoint } from '../endpoint.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { LONGEST_TEXT, type Parameters, PROGRAM_PARAMETERS, pagination } from '../parameters.ts';
import type { QueryPair } from '../target.ts';

/** The minimum and maximum number of programs in a comparison. */
const COMPARED = { least: 2, most: 4 } as const;

/**
 * The pagination parameters, with at most `most` items per page. The API allows more, but that would be too much for a
 * model to read.
 */
function pages(most: number) {
	const { page, per_page } = pagination(most);
	return { page, per_page };
}

/**
 * The search parameters, without those that would not change what a model reads, those that other tools replace, and
 * `intent`, which the tool always sends.
 */
const { snapshot: _, slugs: _slugs, facets: _facets, intent: _intent, ...SEARCH } = PROGRAM_PARAMETERS;

/** The argument that names a record. */
function slugOf(noun: string) {
	return {
		slug: { schema: z.string(), meaning: `The slug of the ${noun}`, required: `Send the slug of the ${noun}.` },
	};
}

const slugs = z
	.string()
	.transform((text) => [...new Set(text.split(','))])
	.refine(({ length }) => length >= COMPARED.least && length <= COMPARED.most, {
		error: `It must be a list of ${COMPARED.least} to ${COMPARED.most} different slugs.`,
	})
	.meta({ type: 'array', items: { type: 'string' }, minItems: COMPARED.least, maxItems: COMPARED.most });

/** Explains the fields that say what a program pays. */
const OFFERS =
	'The commission_ fields are its base offer, for a new partner from the first month and sale, under commission_condition if there is one. offers lists what it pays besides: relation says whether an offer is paid in addition to the one before it (plus), as an alternative to it (or), after it (then) or to other partners (instead). Offers with stated_in are contradictory statements of the base offer. commission_evidence says who states each figure.';

const SEARCH_TEXT = `What to search for, in plain words of up to ${LONGEST_TEXT} characters`;

const FIND_PROGRAMS = 'Find the slugs of programs with search_programs.';

export const TOOLS = {
	search_programs: {
		title: 'Search programs',
		description:
			'Searches, filters and sorts affiliate programs: what they pay, how long their cookies last, and how publishers rate them. All arguments are optional and can be combined. A filter leaves out programs whose value is unknown. Searching for an organization’s name also finds its programs. q takes plain words for what somebody wants, such as “recurring crm paypal 30%+”. Words for filters become filters, and your own filters win over them. The best matches come first: programs with all other words, then programs with only some of them. Always read page.understood: it says which filters were read from q, how many programs have all words, and which words no program has. If nothing matches, page.did_you_mean may name a similar q. If no program has a value of a filter, page.unknown_values names known values. The names of categories, networks, organizations and programs work like their slugs: used_values says which slugs were used.',
		endpoint: endpointOf('listPrograms'),
		parameters: { ...SEARCH, q: { ...SEARCH.q, meaning: SEARCH_TEXT }, ...pages(25) },
		always: [{ name: 'intent', value: 'true' }],
	},
	get_program: {
		title: 'Get a program',
		description: `Returns one affiliate program with all published facts, such as payout terms and restrictions. ${OFFERS}`,
		endpoint: endpointOf('getProgram'),
		parameters: slugOf('program'),
		advice: FIND_PROGRAMS,
	},
	compare_programs: {
		title: 'Compare programs',
		description: `Returns ${COMPARED.least} to ${COMPARED.most} affiliate programs with all published facts, in the order in which you list their slugs. ${OFFERS}`,
		endpoint: endpointOf('getProgram'),
		parameters: {
			slugs: {
				schema: slugs,
				meaning: 'The slugs of the programs',
				required: `Send the slugs of ${COMPARED.least} to ${COMPARED.most} programs.`,
			},
		},
		advice: FIND_PROGRAMS,
	},
	list_categories: {
		title: 'List categories',
		description:
			'Lists the categories of programs with the number of programs in each. Pass a slug as the category argument of search_programs.',
		endpoint: endpointOf('listCategories'),
		parameters: pages(100),
	},
	list_networks: {
		title: 'List networks',
		description:
			'Lists the affiliate networks and tracking platforms with the number of programs on each. Pass a slug as the tracking_platform argument of search_programs.',
		endpoint: endpointOf('listNetworks'),
		parameters: pages(100),
	},
	get_reviews: {
		title: 'Get the reviews of a program',
		description: 'Returns the published reviews that publishers wrote about a program, newest first.',
		endpoint: endpointOf('listProgramReviews'),
		parameters: { ...slugOf('program'), ...pages(20) },
		advice: FIND_PROGRAMS,
	},
	get_organization: {
		title: 'Get an organization',
		description:
			'Returns the public profile of an organization, the brand that runs programs. To find its programs, search for its name with search_programs.',
		endpoint: endpointOf('getOrganization'),
		parameters: slugOf('organization'),
		advice: 'The result of get_program names the organization of a program.',
	},
	changes_since: {
		title: 'Get changes',
		description:
			'Lists what was added, changed and removed since an earlier version of the directory, oldest first. Send the ID of that version, or a date or time, to get everything since the version that was current then. Every tool result has a snapshot field: the ID of the version that the result comes from.',
		endpoint: endpointOf('listChanges'),
		parameters: {
			since: {
				...CHANGES_PARAMETERS.since,
				meaning:
					'The snapshot of an earlier result, a date such as 2026-11-20 (00:00 UTC) or a time such as 2026-11-20T09:30:00Z',
				required: 'Send a snapshot, a date or a time.',
			},
			...pages(50),
		},
		advice: 'Read the records again with the other tools, and keep the ID in the snapshot field of their results.',
	},
} as const satisfies { readonly [name: string]: Tool };

export type ToolName = keyof typeof TOOLS;

export interface Tool {
	/** The tool's name, for people. */
	readonly title: string;
	/** Tells a model that chooses a tool what this tool does, in whole sentences. */
	readonly description: string;
	/** The endpoint that the tool reads. The key needs this endpoint's scope. */
	readonly endpoint: Endpoint;
	/**
	 * The tool's arguments. `slug` and `slugs` become part of the path. All others are query parameters of the endpoint,
	 * except that the tool itself paginates lists that the endpoint does not paginate.
	 */
	readonly parameters: Parameters;
	/** What every call sends to the endpoint too. */
	readonly always?: readonly QueryPair[];
	/** The advice if the record does not exist or the snapshot is gone, in whole sentences. */
	readonly advice?: string;
}

/** The endpoint with this operation ID in the OpenAPI document. */
export function endpointOf(operation: (typeof ENDPOINTS)[number]['operation']): Endpoint {
	return ENDPOINTS.find((endpoint) => endpoint.operation === operation)!;
}
