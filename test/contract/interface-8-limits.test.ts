import { describe, expect, test } from 'vitest';
import { SERVERS } from './contract.ts';
import { LISTS } from './endpoints.ts';

// "8 Active keys per account: 10" is in decisions-keys-ten.long.test.ts.
describe.each(SERVERS)('8 Limits, through $name', (api) => {
	test.each(LISTS)('8 per_page default: 20: $endpoint', async ({ path }) => {
		expect((await api.json(path)).data).toHaveLength(20);
	});

	test.each(LISTS)('8 per_page maximum: $most: $endpoint', async ({ path, most }) => {
		expect((await api.json(`${path}?per_page=${most}`)).data).toHaveLength(most);
		expect((await api.get(`${path}?per_page=${most + 1}`)).status).toBe(400);
	});

	test('8 cache time: 5 minutes, GET /categories', async () => {
		expect((await api.get('/categories')).headers.get('cache-control')).toContain('max-age=300');
	});
});
