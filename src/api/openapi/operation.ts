/** Makes an operation of the OpenAPI document from an endpoint. */

import { sentence } from '../../shared/text.ts';
import { type Endpoint, methodOf, scopesOf } from '../endpoint.ts';
import { EXTENSION } from '../schemas/component.ts';
import { type JsonSchema, listSchema, parameterSchema } from './json-schema.ts';
import { type HeaderName, headerReferences, OPERATION_EXAMPLES, RATE_HEADERS, sharedResponses } from './responses.ts';

/** The name of the security scheme. */
export const API_KEY = 'ApiKey';

/** Returns an endpoint's path in OpenAPI notation: `/programs/{slug}`. */
export function openApiPath(path: string): string {
	return path.replace(/:(\w+)/g, '{$1}');
}

/** The responses of an operation. An operation that adds something has 201 or 202 instead of 200. */
export interface OperationResponses {
	readonly 200: SuccessResponse;
	readonly [status: number]: SuccessResponse | { readonly $ref: string };
}

export function successOf({ responses }: OperationObject): SuccessResponse {
	return (responses[200] ?? responses[201] ?? responses[202]) as SuccessResponse;
}

export type OperationObject = ReturnType<typeof operationOf>;

/**
 * @param response the schema of a success's body
 * @param body the schema of the request's body, if it has one
 */
export function operationOf(endpoint: Endpoint, response: JsonSchema, body: JsonSchema | undefined) {
	const { operation, tag, summary, description, isExtension = false } = endpoint;
	const scopes = scopesOf(endpoint);
	const extension = isExtension ? ' This endpoint is an extension.' : '';
	return {
		operationId: operation,
		tags: [tag],
		summary,
		description: `${description}${extension}\n\n${requirement(endpoint)}`,
		security: [{ [API_KEY]: [] }],
		// OpenAPI 3.1 allows an API key's scopes in `security`, but most tools reject them there.
		...(scopes.length > 0 && { 'x-required-scope': scopes.length === 1 ? scopes[0] : scopes }),
		...(isExtension && EXTENSION),
		parameters: [
			...pathParameters(endpoint),
			...queryParameters(endpoint),
			...(methodOf(endpoint) === 'GET' ? [] : [IDEMPOTENCY_KEY]),
			...(endpoint.matches ? [IF_MATCH] : []),
		],
		...(body !== undefined && { requestBody: requestBody(endpoint, body) }),
		responses: {
			[endpoint.status ?? 200]: success(endpoint, response),
			...(endpoint.mediaType !== undefined && { 206: fileResponse(endpoint, response, 206) }),
			...sharedResponses(endpoint),
		} as OperationResponses,
	};
}

function pathParameters({ path, noun, example }: Endpoint) {
	const values = example.split('?')[0]!.split('/');
	return path.split('/').flatMap((segment, index) => {
		if (!segment.startsWith(':')) return [];
		const name = segment.slice(1);
		const description = `The ${name === 'id' ? 'ID' : name} of the ${noun}.`;
		return [{ name, in: 'path', required: true, description, schema: { type: 'string' }, example: values[index] }];
	});
}

function queryParameters({ parameters }: Endpoint) {
	return Object.entries(parameters).map(([name, { meaning, schema, required, repeats = false }]) => {
		const one = parameterSchema(schema);
		return {
			name,
			in: 'query',
			...(required !== undefined && { required: true }),
			description: sentence(meaning),
			schema: repeats ? listSchema(one) : one,
		};
	});
}

const IDEMPOTENCY_KEY = {
	name: 'Idempotency-Key',
	in: 'header',
	description:
		'A text of your choice, such as a UUID. If you send the request again with the same text within 24 hours, for example because the connection failed, it is not done again, and you get the response of the first one.',
	schema: { type: 'string', maxLength: 255 },
} as const;

const IF_MATCH = {
	name: 'If-Match',
	in: 'header',
	description:
		'The `ETag` of the record when you read it. If the record has changed since, the request is refused with a 412.',
	schema: { type: 'string' },
} as const;

function requestBody({ exampleBody }: Endpoint, schema: JsonSchema) {
	return {
		required: true,
		content: { 'application/json': { schema, examples: { sample: { value: exampleBody } } } },
	};
}

function requirement(endpoint: Endpoint): string {
	const names = scopesOf(endpoint).map((scope) => `\`${scope}\``);
	if (names.length === 0) return 'Any valid key works.';
	if (names.length === 1) return `Requires the ${names[0]} scope.`;
	return `Requires ${endpoint.needsAllScopes ? 'all' : 'at least one'} of the scopes ${names.join(', ')}.`;
}

interface SuccessResponse {
	readonly description: string;
	readonly headers: object;
	readonly content: {
		readonly [mediaType: string]: {
			readonly schema: JsonSchema;
			readonly examples?: { readonly sample: { readonly value: unknown } };
		};
	};
}

function success(endpoint: Endpoint, schema: JsonSchema): SuccessResponse {
	if (endpoint.mediaType !== undefined) return fileResponse(endpoint, schema, 200);
	const isPage = 'page' in endpoint.parameters;
	const value = endpoint.exampleResponse ?? OPERATION_EXAMPLES[endpoint.operation];
	return {
		description: isPage ? 'One page of the list.' : SUCCESSES[endpoint.status ?? 200],
		headers: headerReferences(...RATE_HEADERS, ...successHeaders(endpoint, isPage)),
		content: { 'application/json': { schema, examples: { sample: { value } } } },
	};
}

const SUCCESSES = {
	200: 'The requested data.',
	201: 'What was added.',
	202: 'What was accepted. An editor decides later.',
} as const;

function successHeaders(endpoint: Endpoint, isPage: boolean): readonly HeaderName[] {
	if (methodOf(endpoint) === 'GET') return isPage ? ['ETag', 'Link'] : ['ETag'];
	return endpoint.status === undefined ? ['Idempotent-Replayed'] : ['Location', 'Idempotent-Replayed'];
}

function fileResponse({ mediaType }: Endpoint, schema: JsonSchema, status: 200 | 206) {
	const range: readonly HeaderName[] = status === 206 ? ['Content-Range'] : [];
	return {
		description: status === 206 ? 'The requested range of the file.' : 'The file.',
		headers: headerReferences(...RATE_HEADERS, 'ETag', 'Accept-Ranges', 'Repr-Digest', ...range),
		content: { [mediaType!]: { schema } },
	};
}
