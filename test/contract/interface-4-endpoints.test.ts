import { describe, expect, test } from 'vitest';
import { allItems, jsonOf, keysOf } from './api.ts';
import { KEYS, SERVERS } from './contract.ts';
import { ENDPOINTS, LISTS } from './endpoints.ts';

describe.each(SERVERS)('4 Endpoints, through $name', (api) => {
	test.each(ENDPOINTS)('4 needs the X-API-Key header: $endpoint', async ({ path }) => {
		expect((await api.get(path, { key: null })).status).toBe(401);
		expect((await api.get(path, { key: null, headers: { 'x-api-key': KEYS.reading } })).status).toBe(200);
	});

	test.each(ENDPOINTS)('4 all are GET: $endpoint', async ({ path }) => {
		expect((await api.get(path)).status).toBe(200);
		expect((await api.get(path, { method: 'PUT' })).status).toBe(405);
	});

	test.each(ENDPOINTS)('4 needs the scope $scope, and no other: $endpoint', async ({ path, scope }) => {
		expect((await api.get(path, { key: KEYS.only[scope] })).status).toBe(200);
		const refused = await api.get(path, { key: KEYS.without[scope] });
		expect(refused.status).toBe(403);
		expect(jsonOf(refused).error).toBe(`This action requires the "${scope}" scope.`);
	});

	test.each(ENDPOINTS)('4 the response is JSON: $endpoint', async ({ path }) => {
		expect((await api.get(path)).headers.get('content-type')).toMatch(/^application\/json/);
	});

	test.each(LISTS)('4 page is 1 and per_page 20 by default: $endpoint', async ({ path }) => {
		const { data, meta, pagination } = await api.json(path);
		expect(data).toHaveLength(20);
		expect(meta).toMatchObject({ page: 1, per_page: 20 });
		expect(pagination).toMatchObject({ page: 1, per_page: 20 });
	});

	test.each(LISTS)('4 page is not bounded: $endpoint', async ({ path }) => {
		const { data, meta } = await api.json(`${path}?page=1000000000`);
		expect(data).toEqual([]);
		expect(meta.page).toBe(1_000_000_000);
	});

	test.each(LISTS)('4 per_page is $most at most: $endpoint', async ({ path, most }) => {
		expect((await api.json(`${path}?per_page=${most}`)).data).toHaveLength(most);
		expect((await api.get(`${path}?per_page=${most + 1}`)).status).toBe(400);
	});
});

describe.each(SERVERS)('4.2 to 4.9, through $name', (api) => {
	test('4.2 GET /programs/:slug answers with the detail of that program', async () => {
		const { data } = await api.json('/programs/quillon');
		expect(data).toMatchObject({ slug: 'quillon', long_description: 'In **marmalade** jars since 1987.' });
		expect((await api.get('/programs/no-such')).status).toBe(404);
	});

	test('4.3 GET /programs/:slug/reviews answers with that program’s reviews, most recent first', async () => {
		const { data } = await api.json('/programs/lumen-partners/reviews');
		expect(keysOf({ data })).toEqual(['rev_full', 'rev_bare', 'rev_Early-1']);
	});

	test('4.3 takes page and per_page, 50 at most', async () => {
		const whole = (await allItems(api, '/programs/much-reviewed/reviews', 50)).map(({ id }) => id);
		expect(whole).toHaveLength(60);
		expect(keysOf(await api.json('/programs/much-reviewed/reviews?per_page=50&page=2'))).toEqual(whole.slice(50));
	});

	test('4.4 GET /categories takes no query parameters', async () => {
		expect((await api.get('/categories?page=1')).status).toBe(400);
	});

	test('4.4 GET /categories answers with every category', async () => {
		const { data } = await api.json('/categories');
		expect(data).toHaveLength(10);
		expect(data[0]).toEqual({ slug: 'appliances', name: 'Appliances', program_count: 1, icon: 'tag' });
	});

	test('4.4 the response of GET /categories is cached for 5 minutes', async () => {
		expect((await api.get('/categories')).headers.get('cache-control')).toContain('max-age=300');
	});

	test('4.5 GET /categories/:slug answers with the detail of that category', async () => {
		expect((await api.json('/categories/crowd')).data).toMatchObject({ slug: 'crowd', program_count: 130 });
		expect((await api.get('/categories/no-such')).status).toBe(404);
	});

	test('4.6 GET /categories/:slug/programs answers with that category’s programs', async () => {
		expect(keysOf(await api.json('/categories/appliances/programs'))).toEqual(['lumen-partners']);
		expect((await api.get('/categories/no-such/programs')).status).toBe(404);
	});

	test('4.6 takes page and per_page, 100 at most', async () => {
		const { data, meta } = await api.json('/categories/crowd/programs?per_page=100&page=2');
		expect(data).toHaveLength(30);
		expect(meta).toEqual({ page: 2, per_page: 100, total: 130, total_pages: 2 });
	});

	test('4.7 GET /reviews/:id answers with that review', async () => {
		expect((await api.json('/reviews/rev_bare')).data).toMatchObject({ id: 'rev_bare', rating: 3 });
		expect((await api.get('/reviews/rev_none')).status).toBe(404);
	});

	test('4.8 GET /organizations/:slug answers with that organization', async () => {
		expect((await api.json('/organizations/vermilion')).data).toMatchObject({ name: 'Vermilion Sisters' });
		expect((await api.get('/organizations/no-such')).status).toBe(404);
	});

	test('4.9 GET /organizations/:slug/programs answers with that organization’s programs', async () => {
		expect(keysOf(await api.json('/organizations/vermilion/programs'))).toEqual(['quillon']);
		expect((await api.get('/organizations/no-such/programs')).status).toBe(404);
	});

	test('4.9 takes page and per_page, 100 at most', async () => {
		const { data, meta } = await api.json('/organizations/crowd-works/programs?per_page=100&page=2');
		expect(data).toHaveLength(30);
		expect(meta).toEqual({ page: 2, per_page: 100, total: 130, total_pages: 2 });
	});
});

describe.each(SERVERS)('4.10 Pagination behaviour, through $name', (api) => {
	test.each(LISTS)('4.10.1 every paginated list carries a pagination object: $endpoint', async ({ path, empty }) => {
		for (const list of [path, `${path}?page=99`, empty]) {
			expect(await api.json(list)).toMatchObject({ meta: {}, pagination: {} });
		}
	});

	test.each(LISTS)('4.10.2 a client increments page until has_more is false: $endpoint', async ({ path }) => {
		const { meta } = await api.json(path);
		const keys = keysOf({ data: await allItems(api, path, 7) });
		expect(keys).toHaveLength(meta.total);
		expect(new Set(keys).size).toBe(meta.total);
	});

	test.each(LISTS)('4.10.3 total_pages is total divided by per_page, rounded up: $endpoint', async ({ path }) => {
		for (const perPage of [1, 7, 10, 50]) {
			const { meta } = await api.json(`${path}?per_page=${perPage}`);
			expect(meta.total_pages).toBe(Math.ceil(meta.total / perPage));
		}
	});

	test.each(LISTS)('4.10.3 page and per_page are those of the request: $endpoint', async ({ path }) => {
		expect((await api.json(`${path}?page=3&per_page=11`)).meta).toMatchObject({ page: 3, per_page: 11 });
	});
});

describe.each(SERVERS)('4.11 Write and other endpoints, through $name', (api) => {
	test.each(ENDPOINTS)('4.11 nothing uses the other scopes: $endpoint', async ({ path }) => {
		expect((await api.get(path, { key: KEYS.idle })).status).toBe(403);
	});
});
