import { describe, expect, test } from 'vitest';
import { requestOnce } from '../support/raw-http.ts';
import { jsonOf, keysOf } from './api.ts';
import { KEYS, SERVERS } from './contract.ts';
import { ENDPOINTS } from './endpoints.ts';

describe.each(SERVERS)('1 What the service does, through $name', (api) => {
	test.each(ENDPOINTS)('1 clients read over HTTP and receive JSON: $endpoint', async ({ path }) => {
		const answer = await api.get(path);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
		expect(jsonOf(answer)).toHaveProperty('data');
	});

	test('1 programs can be searched, filtered, sorted and paginated', async () => {
		const query = 'q=filtered&min_commission=20&sort=commission_desc&per_page=2&page=2';
		expect(keysOf(await api.json(`/programs?${query}`))).toEqual(['monthly']);
	});

	test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('1 reviews are read-only: %s changes nothing', async (method) => {
		const before = await api.json('/reviews/rev_full');
		for (const path of ['/reviews/rev_full', '/programs/lumen-partners/reviews']) {
			expect((await api.get(path, { method })).status).toBe(405);
		}
		expect(await api.json('/reviews/rev_full')).toEqual(before);
	});

	test('1 every path is relative to an address that ends in /v1', async () => {
		const outside = await requestOnce(api.port, 'GET', '/programs', [`X-API-Key: ${KEYS.reading}`]);
		expect(outside.headers.get('content-type') ?? '').not.toContain('json');
	});

	test.each(ENDPOINTS)('1 every request carries an API key: $endpoint', async ({ path }) => {
		expect((await api.get(path, { key: null })).status).toBe(401);
	});

	test('1 API keys are not created and revoked through the API', async () => {
		for (const path of ['/keys', '/api-keys', '/keys/key_1']) {
			for (const method of ['POST', 'DELETE']) expect((await api.get(path, { method })).status).toBe(404);
		}
	});
});
