/** The responses that several endpoints share in the OpenAPI document: errors, and 304. */
import { type Endpoint, methodOf, scopesOf } from '../endpoint.ts';
import { ERRORS } from '../error.ts';
import { codesOf, ERROR_STATUSES, type ErrorStatus, statusName } from '../schemas/error-body.ts';
import { ERROR_EXAMPLES } from './examples.ts';
import { type HeaderName, headerReferences, RATE_HEADERS } from './headers.ts';
import { sentence } from './json-schema.ts';

/**
 * The headers of error responses, by status. Responses with any other error status have only RATE_HEADERS. 401 and 503
 * are listed without RATE_HEADERS, because no valid key is known for most of these responses.
 */
const HEADERS_OF_ERRORS: { readonly [status: number]: readonly HeaderName[] } = {
	401: ['WWW-Authenticate'],
	404: [...RATE_HEADERS, 'Link'],
	405: [...RATE_HEADERS, 'Allow'],
	416: [...RATE_HEADERS, 'Content-Range'],
	429: [...RATE_HEADERS, 'Retry-After'],
	503: ['Retry-After'],
};

const NOT_MODIFIED = {
	description: 'The response has not changed since you received the tag in `If-None-Match`. There is no body.',
	headers: headerReferences(...RATE_HEADERS, 'ETag', 'Link'),
};

function errorResponse(status: ErrorStatus) {
	const codes = codesOf(status);
	const meanings = codes.map(
		(code) => `\`${code}\`: ${sentence(ERRORS[code].meaning)} ${sentence(ERRORS[code].remedy)}`,
	);
	return {
		description: codes.length === 1 ? meanings[0]! : meanings.map((meaning) => `- ${meaning}`).join('\n'),
		headers: headerReferences(...(HEADERS_OF_ERRORS[status] ?? RATE_HEADERS)),
		content: {
			'application/json': {
				schema: { $ref: `#/components/schemas/${statusName(status)}Error` },
				examples: Object.fromEntries(codes.map((code) => [code, { value: ERROR_EXAMPLES[code] }])),
			},
		},
	};
}

/** Returns the shared responses by name, for the document's `components.responses`. */
export function responseComponents() {
	return Object.fromEntries([
		[statusName(304), NOT_MODIFIED],
		...ERROR_STATUSES.map((status) => [statusName(status), errorResponse(status)]),
	]);
}

/** For each status that only some endpoints can return, a function that tells whether an endpoint can return it. */
const ONLY_IF: { readonly [status: number]: (endpoint: Endpoint) => boolean } = {
	403: (endpoint) => scopesOf(endpoint).length > 0,
	// A 404 means that no record has the slug or the ID in the path.
	404: ({ path }) => path.includes(':'),
	304: (endpoint) => methodOf(endpoint) === 'GET',
	409: (endpoint) => methodOf(endpoint) !== 'GET',
	412: ({ matches = false }) => matches,
	413: (endpoint) => methodOf(endpoint) !== 'GET',
	415: ({ body }) => body !== undefined,
	422: (endpoint) => methodOf(endpoint) !== 'GET',
	410: ({ parameters }) => 'since' in parameters || 'snapshot' in parameters,
	416: ({ mediaType }) => mediaType !== undefined,
};

/** Returns references to the shared responses that an endpoint can return, by status. */
export function sharedResponses(endpoint: Endpoint): { readonly [status: number]: object } {
	const statuses = [304, ...ERROR_STATUSES].filter((status) => ONLY_IF[status]?.(endpoint) ?? true);
	return Object.fromEntries(
		statuses.map((status) => [status, { $ref: `#/components/responses/${statusName(status)}` }]),
	);
}
