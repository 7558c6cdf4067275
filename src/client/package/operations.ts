import type { Endpoint } from '../../api/endpoint.ts';
import { ALL_ENDPOINTS } from '../../api/endpoints.ts';
import { parameterSchema } from '../../api/openapi/json-schema.ts';
import type { Operation } from '../operation.ts';

/** What the methods of the client do, by their names. */
export const OPERATIONS: { readonly [name: string]: Operation } = Object.fromEntries(
	ALL_ENDPOINTS.map((endpoint) => [endpoint.operation, operationOf(endpoint)]),
);

function operationOf(endpoint: Endpoint): Operation {
	const { method, path, parameters, body } = endpoint;
	const takes = body !== undefined ? 'body' : Object.keys(parameters).length > 0 ? 'query' : undefined;
	const { per_page, snapshot } = parameters;
	const list = per_page && {
		most: parameterSchema(per_page.schema).maximum as number,
		...(snapshot && { isPinned: true }),
	};
	return { ...(method && { method }), path, ...(takes && { takes }), returns: returned(endpoint), ...list };
}

function returned({ parameters, record, mediaType }: Endpoint): Operation['returns'] {
	if ('page' in parameters) return 'list';
	if (record !== undefined) return 'records';
	if (mediaType === undefined) return 'data';
	return mediaType === 'application/json' ? 'content' : 'response';
}
