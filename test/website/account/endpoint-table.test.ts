import { expect, test } from 'vitest';
import { endpointTable } from '../../../src/website/account/endpoint-table.ts';

test('endpointTable has a row for each endpoint, then one for unknown paths, and a column for each status', () => {
	const table = endpointTable([
		{ endpoint: '', status: 404, requests: 9 },
		{ endpoint: '/programs', status: 429, requests: 1 },
		{ endpoint: '/programs', status: 200, requests: 4 },
		{ endpoint: '/mcp', status: 200, requests: 2 },
	]);
	expect(table).toEqual({
		statuses: [200, 404, 429],
		rows: [
			{ name: '/v1/programs', counts: [4, 0, 1], total: 5 },
			{ name: '/mcp', counts: [2, 0, 0], total: 2 },
			{ name: 'Unknown path', counts: [0, 9, 0], total: 9 },
		],
	});
});
