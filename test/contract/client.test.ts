/** The typed client calls every endpoint of both servers. */
import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import type { JsonSchema } from '../../src/api/openapi/json-schema.ts';
import type { DirectoryClient } from '../../src/client/index.ts';
import { allItems, fetchDocumented, jsonOf } from './api.ts';
import { CONTRACT, KEYS, SERVERS } from './contract.ts';
import { DOCUMENT } from './documented.ts';

const [slug, brand, category] = ['much-reviewed', 'crowd-works', 'crowd'] as const;

/** A call of each method, and the path that returns the same data. */
const CALLS: { readonly [operation: string]: readonly [(client: DirectoryClient) => unknown, path: string] } = {
	listPrograms: [(client) => client.listPrograms({ sort: 'newest' }), '/programs?sort=newest'],
	getProgram: [(client) => client.getProgram(slug), `/programs/${slug}`],
	listProgramReviews: [(client) => client.listProgramReviews(slug), `/programs/${slug}/reviews`],
	listCategories: [(client) => client.listCategories(), '/categories'],
	getCategory: [(client) => client.getCategory(category), `/categories/${category}`],
	listCategoryPrograms: [(client) => client.listCategoryPrograms(category), `/categories/${category}/programs`],
	listReviews: [(client) => client.listReviews(), '/reviews'],
	getReview: [(client) => client.getReview('rev_full'), '/reviews/rev_full'],
	listOrganizations: [(client) => client.listOrganizations(), '/organizations'],
	getOrganization: [(client) => client.getOrganization(brand), `/organizations/${brand}`],
	listOrganizationPrograms: [(client) => client.listOrganizationPrograms(brand), `/organizations/${brand}/programs`],
	listNetworks: [(client) => client.listNetworks(), '/networks'],
	listChanges: [
		(client) => client.listChanges({ since: CONTRACT.earlierSnapshotId }),
		`/changes?since=${CONTRACT.earlierSnapshotId}`,
	],
	getIndex: [(client) => client.getIndex(), '/'],
	listExportedFiles: [(client) => client.listExportedFiles(), '/export'],
};

/** The kinds of exported records. */
const EXPORTS: {
	readonly [operation: string]: readonly [(client: DirectoryClient) => Promise<AsyncIterable<object>>, kind: string];
} = {
	exportPrograms: [(client) => client.exportPrograms(), 'programs'],
	exportOrganizations: [(client) => client.exportOrganizations(), 'organizations'],
	exportCategories: [(client) => client.exportCategories(), 'categories'],
	exportReviews: [(client) => client.exportReviews(), 'reviews'],
};

test('The client is called for every operation of the OpenAPI document', () => {
	const operations = ENDPOINTS.map(({ operation }) => operation);
	expect([...Object.keys(CALLS), ...Object.keys(EXPORTS), 'exportDatabase', 'exportAbout'].sort()).toEqual(
		operations.sort(),
	);
});

describe.each(SERVERS)('The typed client, through $name', (api) => {
	const { client } = api;

	test.each(Object.entries(CALLS))('%s returns the data of its endpoint', async (_operation, [call, path]) => {
		const answer = await api.get(path);
		const { data, meta, pagination } = jsonOf(answer);
		const page = { data, meta, pagination, snapshot: answer.headers.get('x-snapshot') };
		expect(await call(client)).toEqual(meta === undefined ? data : page);
	});

	const lists = Object.entries(CALLS).filter(([operation]) => 'per_page' in parametersOf(operation));

	test.each(lists)('%s reads all pages, as large as possible, of one snapshot', async (operation, [call, path]) => {
		const addresses: URL[] = [];
		const recording = api.clientWith({
			fetch: (input, init) => {
				addresses.push(new URL(String(input)));
				return fetchDocumented(input, init);
			},
		});
		const perPage = parametersOf(operation).per_page!.maximum as number;
		const items = await Array.fromAsync(call(recording) as AsyncIterable<object>);
		expect(items).toEqual(await allItems(api, path, perPage));
		expect(addresses).toHaveLength(Math.max(1, Math.ceil(items.length / perPage)));
		for (const { searchParams } of addresses) expect(searchParams.get('per_page')).toBe(String(perPage));
		const pinned = addresses.slice(1).map(({ searchParams }) => searchParams.get('snapshot'));
		expect(new Set(pinned)).toEqual(
			new Set(pinned.map(() => (operation === 'listChanges' ? null : CONTRACT.snapshotId))),
		);
	});

	test('follows the links to the following pages', async () => {
		const pages = await Array.fromAsync(client.listReviews({ per_page: 7, page: 2 }).pages());
		expect(pages.flatMap(({ data }) => data)).toEqual((await allItems(api, '/reviews', 50)).slice(7));
		expect(pages.map(({ meta }) => meta.page)).toEqual(pages.map((_, index) => index + 2));
		expect(pages.length).toBeGreaterThan(2);
	});

	test.each(Object.entries(EXPORTS))('%s reads every record', async (_operation, [call, kind]) => {
		const records = await Array.fromAsync(await call(client));
		const files = await client.listExportedFiles();
		expect(records).toHaveLength(files.find(({ name }) => name === `${kind}.ndjson`)!.records);
		const { slug: first, id } = records[0] as { slug?: string; id?: string };
		expect(records[0]).toEqual((await api.json(`/${kind}/${first ?? id}`)).data);
	});

	test('gets an exported file unchanged, and only if it has changed', async () => {
		const file = await client.exportReviews();
		expect(file.snapshot).toBe(CONTRACT.snapshotId);
		const text = await file.response.text();
		expect(text).toBe(String((await api.get('/export/reviews.ndjson', { headers: {} })).body));
		const again = await client.exportReviews({ headers: { 'If-None-Match': file.response.headers.get('etag')! } });
		expect(again.response.status).toBe(304);
		expect(await Array.fromAsync(again)).toEqual([]);
	});

	test('exportDatabase downloads the database as soon as it is ready', async () => {
		const response = await api.clientWith({ retries: 20 }).exportDatabase();
		expect((await response.bytes()).subarray(0, 15)).toEqual(new TextEncoder().encode('SQLite format 3'));
	});

	test('sync reads all changes, and then knows the next snapshot', async () => {
		const sync = client.sync(CONTRACT.earlierSnapshotId);
		const path = `/changes?since=${CONTRACT.earlierSnapshotId}`;
		expect(await Array.fromAsync(sync)).toEqual(await allItems(api, path, 100));
		expect(sync.snapshot).toBe(CONTRACT.snapshotId);
		expect(await Array.fromAsync(client.sync(sync.snapshot))).toEqual([]);
		const reason = { status: 410, code: 'SNAPSHOT_GONE', message: expect.stringContaining('/v1/export') };
		await expect(Array.fromAsync(client.sync('0123456789ab'))).rejects.toMatchObject(reason);
	});

	test('throws the error of the API', async () => {
		const requestId = expect.stringMatching(/./);
		await expect(client.getProgram('no-such')).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND', requestId });
		const revoked = api.clientWith({ key: KEYS.revoked }).listPrograms();
		await expect(revoked).rejects.toMatchObject({ status: 401, code: 'REVOKED_API_KEY' });
		await expect(client.listPrograms({ per_page: 101 })).rejects.toMatchObject({
			code: 'INVALID_PARAMETER',
			details: [{ parameter: 'per_page', message: 'It must be a whole number in digits, from 1 to 100.' }],
		});
	});
});

/** The schemas of the parameters of an operation, by name. */
function parametersOf(operation: string) {
	const { parameters } = Object.values(DOCUMENT.paths).find(({ get }) => get?.operationId === operation)!.get!;
	return Object.fromEntries(parameters.map(({ name, schema }) => [name, schema as JsonSchema]));
}
