/** Checks responses of the API against the OpenAPI document and the schemas that it is made from. */
import { type Endpoint, methodOf } from '../../src/api/endpoint.ts';
import { endpointOf, findRoute } from '../../src/api/handler.ts';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { type OperationObject, openApiPath } from '../../src/api/openapi/operation.ts';
import { ERROR_BODIES, statusName } from '../../src/api/schemas/error-body.ts';
import { parseTarget } from '../../src/api/target.ts';
import { splitWords } from '../../src/shared/text.ts';
import type { Answer } from './api.ts';

export const DOCUMENT = openApiDocument({
	url: 'https://directory.example',
	name: 'Directory',
	contact: 'editors@directory.example',
	documentation: 'https://directory.example/docs/',
});

/** The headers that HTTP itself defines for the content or the connection of any response. */
const OF_HTTP = splitWords('content-type content-length content-encoding transfer-encoding date connection keep-alive');

/** The statuses of paths without an endpoint, where a valid key gets a 404. */
const WITHOUT_ENDPOINT = [401, 404, 429, 500, 503];

interface DocumentedResponse {
	readonly $ref?: string;
	readonly headers?: object;
	readonly content?: object;
}

/**
 * Checks that a response is documented: its status, its headers and its body, with all fields in order.
 *
 * @param target the path and query, as the client sent them
 * @param text the body without compression
 * @throws Error saying what is not documented
 */
export function checkDocumented(method: string, target: string, { status, headers }: Answer, text: string): void {
	const segments = parseTarget(target).path?.segments;
	const route = segments && findRoute(segments);
	const endpoint = route && (endpointOf(route, method) ?? route.endpoints[0]);
	const fail = (what: string): never => {
		throw new Error(`The response to ${method} ${target} is not documented: ${what}`);
	};
	const documented = responseOf(endpoint, status) ?? fail(`the status ${status}`);
	const known = Object.keys(documented.headers!).map((name) => name.toLowerCase());
	for (const name of headers.keys()) {
		if (!known.includes(name) && !OF_HTTP.includes(name)) fail(`the header ${name}`);
	}
	for (const name of requiredHeaders(documented)) if (!headers.has(name)) fail(`the header ${name} is missing`);
	if (method === 'HEAD' || documented.content === undefined) {
		if (text !== '') fail('a body');
		return;
	}
	if (endpoint?.mediaType !== undefined && status < 300) {
		if (headers.get('content-type') !== endpoint.mediaType) fail('the media type');
		return;
	}
	const schema = status < 300 ? endpoint!.response : ERROR_BODIES.get(status)!;
	const { success, data, error } = schema.safeParse(JSON.parse(text));
	if (!success) fail(error.message);
	if (JSON.stringify(data) !== text) fail('the order of its fields, or the form of its JSON');
}

/** The documented response of an endpoint, or of a path without one. */
export function responseOf(endpoint: Endpoint | undefined, status: number): DocumentedResponse | undefined {
	if (endpoint === undefined) return WITHOUT_ENDPOINT.includes(status) ? shared(statusName(status)) : undefined;
	const item: { readonly [method: string]: OperationObject } = { ...DOCUMENT.paths[openApiPath(endpoint.path)]! };
	const responses: { readonly [status: number]: DocumentedResponse } =
		item[methodOf(endpoint).toLowerCase()]!.responses;
	const response = responses[status];
	return response?.$ref === undefined ? response : shared(response.$ref.split('/').at(-1)!);
}

function shared(name: string): DocumentedResponse {
	return DOCUMENT.components.responses[name]!;
}

function requiredHeaders({ headers }: DocumentedResponse): string[] {
	const { headers: all } = DOCUMENT.components;
	return Object.keys(headers!)
		.filter((name) => all[name]!.required)
		.map((name) => name.toLowerCase());
}
