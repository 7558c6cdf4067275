import type { ApiContext } from '../context.ts';
import type { KeyedEndpoint } from '../endpoint.ts';
import { type ApiRequest, MCP_PATH } from '../target.ts';

/**
 * The address for agents. It accepts any valid key, but each tool requires the scope of the endpoint that the tool
 * reads.
 */
export const MCP_ENDPOINT = { path: MCP_PATH, scope: [] } as const satisfies KeyedEndpoint;

export interface McpRequest extends ApiRequest {
	/** Reads the body. Returns 413 if the body is too large, or 400 if it is incomplete. */
	body(): Promise<Buffer | 400 | 413>;
}

export interface McpContext extends ApiContext {
	readonly siteName: string;
}
