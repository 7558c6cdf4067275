/**
 * The endpoints, one row each. The routes, the OpenAPI document, the documentation and the tests read this table, so
 * a new endpoint is one more row.
 */
import { z } from 'zod';
import { READ_SCOPES, type Scope } from '../keys/scope.ts';
import { CHANGES_SCOPES } from './changes.ts';
import { NDJSON, SQLITE } from './exported-file.ts';
import {
	CHANGES_PARAMETERS,
	type Parameters,
	PROGRAM_PARAMETERS,
	pagination,
	SNAPSHOT_PARAMETER,
} from './parameters.ts';
import { category, categoryListItem } from './schemas/category.ts';
import { change } from './schemas/change.ts';
import { onePage, whole } from './schemas/envelope.ts';
import { bytes, exportedFile } from './schemas/exported-file.ts';
import { links } from './schemas/links.ts';
import { network } from './schemas/network.ts';
import { organization } from './schemas/organization.ts';
import { program, programListItem, reducedProgram } from './schemas/program.ts';
import { review, reviewListItem } from './schemas/review.ts';

/** The groups of endpoints, each with a description of its resource. */
export const TAGS = {
	Programs: 'Affiliate programs: what they pay, on which terms, and how publishers rate them',
	Categories: 'The topics that programs are grouped by',
	Reviews: 'Reviews that publishers wrote about programs',
	Organizations: 'The brands that run programs',
	Changes: 'What has changed since you last read the directory',
	Networks: 'The platforms that track the sales of programs',
	Index: 'The addresses of all endpoints',
	Export: 'All published records in a few files, to keep a copy',
} as const;

export interface Endpoint {
	/** The path below the base address. A segment that starts with a colon matches any segment. */
	readonly path: string;
	/** The name of its method in generated clients. */
	readonly operation: string;
	readonly tag: keyof typeof TAGS;
	/** Its heading: `List programs`. */
	readonly summary: string;
	/** A description of its response, in Markdown, in whole sentences. */
	readonly description: string;
	/** The scope that a key needs; of several, it needs at least one. Without scopes, every valid key will do. */
	readonly scope: Scope | readonly Scope[];
	/** Whether a key needs all scopes instead. */
	readonly needsAllScopes?: boolean;
	readonly parameters: Parameters;
	/**
	 * The kind of response: a search for programs, one prebuilt body, a page of a list or of the history, the links to all
	 * endpoints, the list of exported files, or an exported file.
	 */
	readonly answer: 'search' | 'resource' | 'list' | 'changes' | 'index' | 'files' | 'file';
	/** The media type of the body of a 200, if it is not JSON. */
	readonly mediaType?: string;
	/** The schema of the body of a 200; of a file, a text that stands for its bytes. */
	readonly response: z.ZodType;
	/** The name of the resource in error messages. */
	readonly noun: string;
	/** The header `Cache-Control`. */
	readonly caching: string;
	/** Whether it goes beyond the interface that all directories of this kind share. */
	readonly isExtension?: boolean;
	/** A request to the sample directory. Its response is the example in the documentation. */
	readonly example: string;
}

const FRESH = 'private, no-cache';
/** How long clients can cache the list of categories, in minutes. */
export const CATEGORIES_KEPT = 5;
const KEPT = `private, max-age=${CATEGORIES_KEPT * 60}`;
const ONE_PER_LINE =
	'One JSON object per line, sorted by the bytes of its key. The file supports `Range` and `If-Range`, and comes in the encodings `identity`, `gzip` and `zstd`.';
const ORDER_OF_REDUCED = 'They are in the same order as the list of all programs, and have fewer fields.';

const CHANGES_DESCRIPTION = `
Returns the changes after the latest publication of a snapshot, in order, for the kinds of record that the key can read. Each
publication lists a record at most once.

To keep a copy up to date, apply the changes in order: get a record that was added, delete one that was removed, and set the
fields of one that was changed. Ignore a change without \`fields\`. Then keep the \`X-Snapshot\` of the last page: it is the
next \`since\`. Going back to earlier data is a publication too.

A 410 means that the history does not go back to the snapshot: get all records again.`
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
		answer: 'search',
		response: onePage(programListItem),
		noun: 'program',
		caching: FRESH,
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
		answer: 'resource',
		response: whole(program),
		noun: 'program',
		caching: FRESH,
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
		answer: 'list',
		response: onePage(reviewListItem),
		noun: 'program',
		caching: FRESH,
		example: '/programs/larkpost/reviews?per_page=2',
	},
	{
		path: '/categories',
		operation: 'listCategories',
		tag: 'Categories',
		summary: 'List categories',
		description: `Returns all categories, sorted by slug. The list has no pages. You may cache it for ${CATEGORIES_KEPT} minutes.`,
		scope: 'categories:read',
		parameters: SNAPSHOT_PARAMETER,
		answer: 'resource',
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
		answer: 'resource',
		response: whole(category),
		noun: 'category',
		caching: FRESH,
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
		answer: 'list',
		response: onePage(reducedProgram),
		noun: 'category',
		caching: FRESH,
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
		answer: 'list',
		response: onePage(review),
		noun: 'review',
		caching: FRESH,
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
		answer: 'resource',
		response: whole(review),
		noun: 'review',
		caching: FRESH,
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
		answer: 'list',
		response: onePage(organization),
		noun: 'organization',
		caching: FRESH,
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
		answer: 'resource',
		response: whole(organization),
		noun: 'organization',
		caching: FRESH,
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
		answer: 'list',
		response: onePage(reducedProgram),
		noun: 'organization',
		caching: FRESH,
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
		answer: 'list',
		response: onePage(network),
		noun: 'network',
		caching: FRESH,
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
		answer: 'changes',
		response: onePage(change),
		noun: 'change',
		caching: FRESH,
		isExtension: true,
		example: '/changes?since=9f2c41d07b6e&per_page=3',
	},
	{
		path: '/',
		operation: 'getIndex',
		tag: 'Index',
		summary: 'Get the addresses of all endpoints',
		description: 'Returns the address of each endpoint. An address with `{slug}` or `{id}` is a template.',
		scope: [],
		parameters: {},
		answer: 'index',
		response: whole(links),
		noun: 'index',
		caching: FRESH,
		isExtension: true,
		example: '/',
	},
	{
		path: '/export',
		operation: 'listExportedFiles',
		tag: 'Export',
		summary: 'List exported files',
		description:
			'Returns the exported files that the key may download. The response can take a few seconds after a change of the directory, while the server computes the checksums.',
		scope: [],
		parameters: {},
		answer: 'files',
		response: whole(z.array(exportedFile)),
		noun: 'file',
		caching: FRESH,
		isExtension: true,
		example: '/export',
	},
	{
		path: '/export/programs.ndjson',
		operation: 'exportPrograms',
		tag: 'Export',
		summary: 'Export all programs',
		description: `Returns every published program, as the endpoint of one program returns it. ${ONE_PER_LINE}`,
		scope: 'programs:read',
		parameters: {},
		answer: 'file',
		mediaType: NDJSON,
		response: bytes,
		noun: 'file',
		caching: FRESH,
		isExtension: true,
		example: '/export/programs.ndjson',
	},
	{
		path: '/export/organizations.ndjson',
		operation: 'exportOrganizations',
		tag: 'Export',
		summary: 'Export all organizations',
		description: `Returns every organization, as the endpoint of one organization returns it. ${ONE_PER_LINE}`,
		scope: 'organizations:read',
		parameters: {},
		answer: 'file',
		mediaType: NDJSON,
		response: bytes,
		noun: 'file',
		caching: FRESH,
		isExtension: true,
		example: '/export/organizations.ndjson',
	},
	{
		path: '/export/categories.ndjson',
		operation: 'exportCategories',
		tag: 'Export',
		summary: 'Export all categories',
		description: `Returns every category, as the endpoint of one category returns it. ${ONE_PER_LINE}`,
		scope: 'categories:read',
		parameters: {},
		answer: 'file',
		mediaType: NDJSON,
		response: bytes,
		noun: 'file',
		caching: FRESH,
		isExtension: true,
		example: '/export/categories.ndjson',
	},
	{
		path: '/export/reviews.ndjson',
		operation: 'exportReviews',
		tag: 'Export',
		summary: 'Export all reviews',
		description: `Returns every published review, as the endpoint of one review returns it. ${ONE_PER_LINE}`,
		scope: 'reviews:read',
		parameters: {},
		answer: 'file',
		mediaType: NDJSON,
		response: bytes,
		noun: 'file',
		caching: FRESH,
		isExtension: true,
		example: '/export/reviews.ndjson',
	},
	{
		path: '/export/directory.sqlite',
		operation: 'exportDatabase',
		tag: 'Export',
		summary: 'Export the database',
		description:
			'Returns all published records as a SQLite database. It supports `Range` and `If-Range`. The server makes the file at the first request after a change of the directory, and responds with a 503 until it is ready.',
		scope: READ_SCOPES,
		needsAllScopes: true,
		parameters: {},
		answer: 'file',
		mediaType: SQLITE,
		response: bytes,
		noun: 'file',
		caching: FRESH,
		isExtension: true,
		example: '/export/directory.sqlite',
	},
] as const satisfies readonly Endpoint[];

const ROUTES = ENDPOINTS.map((endpoint) => ({ endpoint, pattern: segmentsOf(endpoint.path) }));

function segmentsOf(path: string): readonly string[] {
	return path === '/' ? [] : path.slice(1).split('/');
}

/** The scopes of which a key needs at least one, or all with `needsAllScopes`. */
export function scopesOf({ scope }: Pick<Endpoint, 'scope'>): readonly Scope[] {
	return [scope].flat();
}

/** Whether a key with these scopes may use an endpoint. */
export function allows(endpoint: Endpoint, scopes: readonly Scope[]): boolean {
	const needed = scopesOf(endpoint);
	const has = (scope: Scope) => scopes.includes(scope);
	return needed.length === 0 || (endpoint.needsAllScopes ? needed.every(has) : needed.some(has));
}

/** Finds the endpoint for the segments of a path. */
export function findEndpoint(segments: readonly string[]): Endpoint | undefined {
	for (const { endpoint, pattern } of ROUTES) if (fits(segments, pattern)) return endpoint;
	return undefined;
}

function fits(segments: readonly string[], pattern: readonly string[]): boolean {
	if (segments.length !== pattern.length) return false;
	for (let i = 0; i < segments.length; i++) {
		if (pattern[i]!.startsWith(':') ? segments[i] === '' : segments[i] !== pattern[i]) return false;
	}
	return true;
}

/** The name of the link to an endpoint: `program` for `/programs/:slug`, `program_reviews` for `/programs/:slug/reviews`. */
export function linkName({ path, noun }: Endpoint): string {
	const [first, , last] = segmentsOf(path);
	if (!path.includes(':')) return first!;
	return last === undefined ? noun : `${noun}_${last}`;
}
