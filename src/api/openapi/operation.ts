/** Makes an operation of the OpenAPI document from an endpoint. */
import { type Endpoint, scopesOf } from '../endpoint.ts';
import { EXTENSION } from '../schemas/column-field.ts';
import { OPERATION_EXAMPLES } from './examples.ts';
import { type HeaderName, headerReferences, RATE_HEADERS } from './headers.ts';
import { type JsonSchema, listSchema, parameterSchema, sentence } from './json-schema.ts';
import { sharedResponses } from './responses.ts';

/** The name of the security scheme. */
export const API_KEY = 'ApiKey';

/** Returns an endpoint's path in OpenAPI notation: `/programs/{slug}`. */
export function openApiPath(path: string): string {
	return path.replace(/:(\w+)/g, '{$1}');
}

/** @param body the schema of a 200 response's body */
export function operationOf(endpoint: Endpoint, body: JsonSchema) {
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
		parameters: [...pathParameters(endpoint), ...queryParameters(endpoint)],
		responses: {
			200: success(endpoint, body),
			...(endpoint.answer === 'file' && { 206: fileResponse(endpoint, body, 206) }),
			...sharedResponses(endpoint),
		},
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
			// A list is one parameter, with commas between the values.
			...(one.type === 'array' && { explode: false }),
			schema: repeats ? listSchema(one) : one,
		};
	});
}

function requirement(endpoint: Endpoint): string {
	const names = scopesOf(endpoint).map((scope) => `\`${scope}\``);
	if (names.length === 0) return 'Any valid key works.';
	if (names.length === 1) return `Requires the ${names[0]} scope.`;
	return `Requires ${endpoint.needsAllScopes ? 'all' : 'at least one'} of the scopes ${names.join(', ')}.`;
}

function success(endpoint: Endpoint, schema: JsonSchema) {
	const { operation, answer } = endpoint;
	if (answer === 'file') return fileResponse(endpoint, schema, 200);
	const isPage = answer !== 'resource' && answer !== 'index' && answer !== 'files';
	const headers: readonly HeaderName[] = isPage ? ['ETag', 'Link'] : ['ETag'];
	return {
		description: isPage ? 'One page of the list.' : 'The requested data.',
		headers: headerReferences(...RATE_HEADERS, ...headers),
		content: {
			'application/json': { schema, examples: { sample: { value: OPERATION_EXAMPLES[operation] } } },
		},
	};
}

function fileResponse({ mediaType }: Endpoint, schema: JsonSchema, status: 200 | 206) {
	const range: readonly HeaderName[] = status === 206 ? ['Content-Range'] : [];
	return {
		description: status === 206 ? 'The requested range of the file.' : 'The file.',
		headers: headerReferences(...RATE_HEADERS, 'ETag', 'Accept-Ranges', 'Repr-Digest', ...range),
		content: { [mediaType!]: { schema } },
	};
}
