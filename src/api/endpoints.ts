/** The nine endpoints, one row each. The routes, the documentation and the tests read this table. */
import type { Scope } from '../keys/scope.ts';
import { type Parameters, PROGRAM_PARAMETERS, pagination } from './parameters.ts';

export interface Endpoint {
	/** The path below the base address. A segment that starts with a colon matches any segment. */
	readonly path: string;
	readonly scope: Scope;
	readonly parameters: Parameters;
	/** The kind of response: a search for programs, one prebuilt body, or a page of a prebuilt list. */
	readonly answer: 'search' | 'resource' | 'list';
	/** The name of the resource in error messages. */
	readonly noun: string;
	/** The header `Cache-Control`. */
	readonly caching: string;
}

const FRESH = 'private, no-cache';
/** How long clients can cache the list of categories, in minutes. */
export const CATEGORIES_KEPT = 5;
const KEPT = `private, max-age=${CATEGORIES_KEPT * 60}`;

export const ENDPOINTS = [
	{
		path: '/programs',
		scope: 'programs:read',
		parameters: PROGRAM_PARAMETERS,
		answer: 'search',
		noun: 'program',
		caching: FRESH,
	},
	{
		path: '/programs/:slug',
		scope: 'programs:read',
		parameters: {},
		answer: 'resource',
		noun: 'program',
		caching: FRESH,
	},
	{
		path: '/programs/:slug/reviews',
		scope: 'reviews:read',
		parameters: pagination(50),
		answer: 'list',
		noun: 'program',
		caching: FRESH,
	},
	{
		path: '/categories',
		scope: 'categories:read',
		parameters: {},
		answer: 'resource',
		noun: 'category',
		caching: KEPT,
	},
	{
		path: '/categories/:slug',
		scope: 'categories:read',
		parameters: {},
		answer: 'resource',
		noun: 'category',
		caching: FRESH,
	},
	{
		path: '/categories/:slug/programs',
		scope: 'programs:read',
		parameters: pagination(100),
		answer: 'list',
		noun: 'category',
		caching: FRESH,
	},
	{ path: '/reviews/:id', scope: 'reviews:read', parameters: {}, answer: 'resource', noun: 'review', caching: FRESH },
	{
		path: '/organizations/:slug',
		scope: 'organizations:read',
		parameters: {},
		answer: 'resource',
		noun: 'organization',
		caching: FRESH,
	},
	{
		path: '/organizations/:slug/programs',
		scope: 'programs:read',
		parameters: pagination(100),
		answer: 'list',
		noun: 'organization',
		caching: FRESH,
	},
] as const satisfies readonly Endpoint[];

const ROUTES = ENDPOINTS.map((endpoint) => ({ endpoint, pattern: endpoint.path.slice(1).split('/') }));

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
