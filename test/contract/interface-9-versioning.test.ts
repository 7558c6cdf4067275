import { describe, expect, test } from 'vitest';
import { requestOnce } from '../support/raw-http.ts';
import { KEYS, SERVERS } from './contract.ts';

describe.each(SERVERS)('9 Versioning, through $name', (api) => {
	test('9 the version is part of the path: /v1, and there is no other', async () => {
		const key = `X-API-Key: ${KEYS.reading}`;
		expect((await requestOnce(api.port, 'GET', '/v1/categories', [key])).status).toBe(200);
		for (const path of ['/v2/categories', '/v10/categories', '/v/categories', '/categories.json']) {
			expect((await requestOnce(api.port, 'GET', path, [key])).status, path).toBe(404);
		}
	});
});
