import { MCP_ENDPOINT } from '../../api/mcp/endpoint.ts';
import { BASE_PATH } from '../../api/target.ts';
import type { EndpointUsage } from '../../state/usage-store.ts';
import { sumOfRequests } from './usage-chart.ts';

export interface EndpointTable {
	/** The statuses that occurred, in ascending order. */
	readonly statuses: readonly number[];
	/** A row for each endpoint, most used first. The last row counts the requests for unknown paths. */
	readonly rows: readonly {
		readonly name: string;
		/** The number of requests with each of the `statuses`. */
		readonly counts: readonly number[];
		readonly total: number;
	}[];
}

export function endpointTable(usage: readonly EndpointUsage[]): EndpointTable {
	const statuses = [...new Set(usage.map(({ status }) => status))].sort((a, b) => a - b);
	const rows = [...Map.groupBy(usage, ({ endpoint }) => endpoint)].map(([endpoint, uses]) => ({
		name: endpoint === '' ? UNKNOWN : addressOf(endpoint),
		counts: statuses.map((status) => sumOfRequests(uses.filter((use) => use.status === status))),
		total: sumOfRequests(uses),
	}));
	const isUnknown = ({ name }: { readonly name: string }) => Number(name === UNKNOWN);
	return { statuses, rows: rows.sort((a, b) => isUnknown(a) - isUnknown(b) || b.total - a.total) };
}

const UNKNOWN = 'Unknown path';

/** The path of an endpoint as clients request it. */
function addressOf(path: string): string {
	return path === MCP_ENDPOINT.path ? path : BASE_PATH + path;
}
