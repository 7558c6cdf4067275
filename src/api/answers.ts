/** Answers requests with what a release has ready. */
import { jsonContent, tagOf } from '../shared/http/content.ts';
import { allows, type Endpoint, type EndpointRequest, FRESH, methodOf } from './endpoint.ts';
import { notFound } from './not-found.ts';
import { readParameters } from './parameters.ts';
import type { Answer } from './respond.ts';
import { BASE_PATH } from './target.ts';

/** Answers with the prebuilt body at the path. */
export function getResource(request: EndpointRequest): Answer {
	const { endpoint, path, query, release } = request;
	const content = release.resource(path.text);
	if (content === undefined) throw notFound(request);
	readParameters(endpoint.parameters, query);
	return { status: 200, content, caching: endpoint.caching ?? FRESH, headers: [] };
}

/**
 * Answers with the absolute address of each endpoint that the key may use, after the endpoint's method unless that is
 * GET. The address is a template if the endpoint's path contains a slug or an ID.
 */
export function getIndex({ endpoint, query, key, context }: EndpointRequest, all: readonly Endpoint[]): Answer {
	readParameters(endpoint.parameters, query);
	const usable = all.filter((one) => one.operation !== endpoint.operation && allows(one, key.scopes));
	const links = usable.map((one) => {
		const address = `${context.siteUrl}${BASE_PATH}${one.path.replace(/:(\w+)/g, '{$1}')}`;
		const method = methodOf(one);
		return [linkName(one), method === 'GET' ? address : `${method} ${address}`];
	});
	return jsonAnswer(endpoint, { data: Object.fromEntries(links) });
}

/** Returns the name of the link to an endpoint: `program` for `getProgram`, and `create_program` for `createProgram`. */
function linkName({ operation, path }: Endpoint): string {
	if (path === '/export') return 'export';
	const words = operation.replace(/^(?:get|list)/, '').split(/(?=[A-Z])/);
	return words.join('_').toLowerCase();
}

export function jsonAnswer({ caching = FRESH }: Endpoint, value: object): Answer {
	const body = Buffer.from(JSON.stringify(value));
	return { status: 200, content: jsonContent(body, 'once', tagOf(body)), caching, headers: [] };
}
