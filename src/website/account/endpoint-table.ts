import { MCP_ENDPOINT } from '../../api/mcp/endpoint.ts';
import { BASE_PATH } from '../../api/target.ts';
import type { EndpointUsage } from '../../state/usage-store.ts';

/** The numbers of requests with a key, by endpoint and status. */
export interface EndpointTable {
	/** The statuses that occurred, in ascending order. */
	readonly statuses: readonly number[];
	/** A row for each endpoint, most used first. The last rows count the requests whose endpoint is not known. */
	readonly rows: readonly {
		readonly name: string;
		/** The number of requests with each of the `statuses`, or undefined if the requests' statuses are unknown. */
		readonly counts: readonly number[] | undefined;
		readonly total: number;
	}[];
}

export function endpointTable(usage: readonly EndpointUsage[]): EndpointTable {
	const isKnown = ({ status }: EndpointUsage) => status > 0;
	const statuses = [...new Set(usage.filter(isKnown).map(({ status }) => status))].sort((a, b) => a - b);
	const row = (name: string, uses: readonly EndpointUsage[]): EndpointTable['rows'][number] => ({
		name,
		counts: uses.every(isKnown)
			? statuses.map((status) => sum(uses.filter((use) => use.status === status)))
			: undefined,
		total: sum(uses),
	});
	const byEndpoint = Map.groupBy(
		usage.filter(({ endpoint }) => endpoint !== ''),
		({ endpoint }) => endpoint,
	);
	const others = usage.filter(({ endpoint }) => endpoint === '');
	return {
		statuses,
		rows: [
			...[...byEndpoint].map(([path, uses]) => row(addressOf(path), uses)).sort((a, b) => b.total - a.total),
			row('Unknown path', others.filter(isKnown)),
			row(
				'Endpoint not recorded',
				others.filter((use) => !isKnown(use)),
			),
		].filter(({ total }) => total > 0),
	};
}

/** The path of an endpoint as clients request it. */
function addressOf(path: string): string {
	return path === MCP_ENDPOINT.path ? path : BASE_PATH + path;
}

function sum(usage: readonly EndpointUsage[]): number {
	return usage.reduce((total, { requests }) => total + requests, 0);
}
