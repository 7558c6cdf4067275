import type { KeyedEndpoint } from '../context.ts';

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
