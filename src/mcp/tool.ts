/** The parts of a tool. */
import type { Endpoint } from '../api/endpoint.ts';
import { ENDPOINTS } from '../api/endpoints.ts';
import type { Parameters } from '../api/parameters.ts';

export interface Tool {
	/** The tool's name, for people. */
	readonly title: string;
	/** Describes the tool's result, in whole sentences, to a model that chooses a tool. */
	readonly description: string;
	/** The endpoint that the tool reads. The key needs this endpoint's scope. */
	readonly endpoint: Endpoint;
	/**
	 * The tool's arguments. `slug` and `slugs` become part of the path. All others are query parameters of the
	 * endpoint.
	 */
	readonly parameters: Parameters;
	/** Advice, in whole sentences, if the record does not exist or the snapshot is gone. */
	readonly advice?: string;
}

/** The endpoint with this operation ID in the OpenAPI document. */
export function endpointOf(operation: (typeof ENDPOINTS)[number]['operation']): Endpoint {
	return ENDPOINTS.find((endpoint) => endpoint.operation === operation)!;
}
