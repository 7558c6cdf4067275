/** The parts of a tool. */
import type { Endpoint } from '../api/endpoint.ts';
import { ENDPOINTS } from '../api/endpoints.ts';
import type { Parameters } from '../api/parameters.ts';

export interface Tool {
	/** Its name for people. */
	readonly title: string;
	/** Its result, in whole sentences, for a model that chooses a tool. */
	readonly description: string;
	/** The endpoint that it reads. The key needs the scope of this endpoint. */
	readonly endpoint: Endpoint;
	/** Its arguments. `slug` and `slugs` are part of the path; all others are parameters of the endpoint. */
	readonly parameters: Parameters;
	/** Advice, in whole sentences, for when there is no such record or the snapshot is gone. */
	readonly advice?: string;
}

/** The endpoint with this operation ID in the OpenAPI document. */
export function endpointOf(operation: (typeof ENDPOINTS)[number]['operation']): Endpoint {
	return ENDPOINTS.find((endpoint) => endpoint.operation === operation)!;
}
