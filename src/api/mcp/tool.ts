import type { Endpoint } from '../endpoint.ts';
import { ENDPOINTS } from '../endpoints.ts';
import type { Parameters } from '../parameters.ts';

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
	/** The advice if the record does not exist or the snapshot is gone, in whole sentences. */
	readonly advice?: string;
}

/** The endpoint with this operation ID in the OpenAPI document. */
export function endpointOf(operation: (typeof ENDPOINTS)[number]['operation']): Endpoint {
	return ENDPOINTS.find((endpoint) => endpoint.operation === operation)!;
}
