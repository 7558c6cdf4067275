import type { KeyedEndpoint } from '../api/keyed.ts';

/** The address for agents. Any valid key works; each tool needs the scope of the endpoint that it reads. */
export const MCP_ENDPOINT = { path: '/mcp', scope: [] } as const satisfies KeyedEndpoint;

/** Whether a target is the address for agents, with or without a slash at its end and a query. */
export function isMcp(target: string): boolean {
	return target.startsWith(MCP_ENDPOINT.path) && /^\/?(?:\?|$)/.test(target.slice(MCP_ENDPOINT.path.length));
}
