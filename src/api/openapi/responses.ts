/** The headers, and the responses that several endpoints share, in the OpenAPI document: errors, and 304. */

import { sentence } from '../../shared/text.ts';
import { type Endpoint, methodOf, scopesOf } from '../endpoint.ts';
import { ERRORS, type ErrorCode } from '../error.ts';
import { codesOf, ERROR_STATUSES, type ErrorStatus, statusName } from '../schemas/error-body.ts';
import examples from './examples.json' with { type: 'json' };

interface Header {
	readonly description: string;
	/** Whether every response that is documented with the header has it. */
	readonly required: boolean;
	readonly example: string;
}

export const HEADERS = {
	'X-Request-Id': {
		description: 'The ID of the request. Include it when you report a problem.',
		required: true,
		example: 'b3a1f3a0-6c0e-4d0b-9a52-5f2f6f0f4a11',
	},
	'X-Snapshot': {
		description:
			'The ID of the data version. If this header has the same value for two pages of a list, they come from the same data. It is empty if the directory cannot be read.',
		required: true,
		example: '9f2c41d07b6e',
	},
	'Cache-Control': {
		description: 'How long you may reuse the response. It always contains `private`, because requests need a key.',
		required: true,
		example: 'private, no-cache',
	},
	Vary: {
		description: 'The request headers that the response depends on.',
		required: false,
		example: 'X-API-Key, Accept-Encoding',
	},
	'X-Content-Type-Options': {
		description: 'Tells browsers not to guess the type of the body.',
		required: false,
		example: 'nosniff',
	},
	ETag: {
		description:
			'A tag that changes if and only if the body changes. Send it in `If-None-Match`, and you get a 304 without a body if nothing has changed.',
		required: true,
		example: 'W/"5c1f0d8e2ab94733"',
	},
	Link: {
		description:
			'The addresses of the `first`, `prev`, `next` and `last` page of a list (RFC 8288). The first page has no `prev`, and the last page has no `next`. In a 404, the address of the record that replaces the requested one (`successor-version`, RFC 5829).',
		required: false,
		example:
			'<https://directory.example/v1/programs?page=1>; rel="first", <https://directory.example/v1/programs?page=2>; rel="next", <https://directory.example/v1/programs?page=9>; rel="last"',
	},
	'Accept-Ranges': {
		description:
			'You can request a part of the file with `Range` and `If-Range`. A `Range` header with several ranges is ignored.',
		required: true,
		example: 'bytes',
	},
	'Content-Range': {
		description: 'The position of the range in the encoded file, and the length of the file.',
		required: false,
		example: 'bytes 1000-1999/48213',
	},
	'Repr-Digest': {
		description: 'The SHA-256 of the whole file in this encoding (RFC 9530).',
		required: true,
		example: 'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:',
	},
	'RateLimit-Policy': {
		description:
			'The rate limit of the account, for all its keys together: `q` requests in `w` seconds. The header is missing if the account has no rate limit.',
		required: false,
		example: '"account";q=600;w=60',
	},
	RateLimit: {
		description:
			'How many requests the account has left: its keys can send `r` more until the rate limit resets in `t` seconds. The header is missing if the account has no rate limit.',
		required: false,
		example: '"account";r=599;t=42',
	},
	Location: {
		description: 'The address at which you find what the request has added.',
		required: true,
		example: 'https://directory.example/v1/proposals/prop_7hK2mQx9TzR4bVcW',
	},
	'Idempotent-Replayed': {
		description: 'Is `true` if this is the response of an earlier request with the same `Idempotency-Key`.',
		required: false,
		example: 'true',
	},
	'WWW-Authenticate': {
		description: 'Where to send the API key.',
		required: true,
		example: 'ApiKey realm="v1", header="X-API-Key"',
	},
	Allow: { description: 'The methods that are allowed.', required: true, example: 'GET, HEAD' },
	'Retry-After': { description: 'How many seconds to wait before you try again.', required: true, example: '42' },
} as const satisfies { readonly [name: string]: Header };

export type HeaderName = keyof typeof HEADERS;

/** The headers of all responses. */
const SHARED = ['X-Request-Id', 'X-Snapshot', 'Cache-Control', 'Vary', 'X-Content-Type-Options'] as const;

/** The additional headers of responses to requests with a valid key. */
export const RATE_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;

export function headerComponents() {
	return Object.fromEntries(
		Object.entries(HEADERS).map(([name, { description, required, example }]) => {
			const schema = { type: name === 'Retry-After' ? 'integer' : 'string' };
			return [name, { description, required, schema, example: name === 'Retry-After' ? Number(example) : example }];
		}),
	);
}

/** Returns references to the headers that all responses have, and to the headers in `names`. */
export function headerReferences(...names: readonly HeaderName[]) {
	return Object.fromEntries([...SHARED, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The address of the site in the recorded responses. */
export const EXAMPLE_SITE = 'https://directory.example';

/** The body of a successful response, for each operation. */
export const OPERATION_EXAMPLES: { readonly [operation: string]: object } = examples.operations;

/** The body of an error response, for each error code. */
export const ERROR_EXAMPLES: { readonly [code in ErrorCode]: object } = examples.errors;

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
