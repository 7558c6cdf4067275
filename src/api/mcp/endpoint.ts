import type { ApiContext } from '../context.ts';
import type { KeyedEndpoint } from '../endpoint.ts';
import type { ApiRequest } from '../target.ts';

/**
 * The address for agents. It accepts any valid key, but each tool requires the scope of the endpoint that the tool
 * reads.
 */
export const MCP_ENDPOINT = { path: '/mcp', scope: [] } as const satisfies KeyedEndpoint;

/**
 * Whether a request target is the address for agents. The target may have a slash at the end of its path, and a query.
 */
export function isMcp(target: string): boolean {
	return target.startsWith(MCP_ENDPOINT.path) && /^\/?(?:\?|$)/.test(target.slice(MCP_ENDPOINT.path.length));
}

export interface McpRequest extends ApiRequest {
	/** Reads the body. Returns 413 if the body is too large, or 400 if it is incomplete. */
	body(): Promise<Buffer | 400 | 413>;
}

export interface McpContext extends ApiContext {
	readonly siteName: string;
}
