import { describe, expect, test } from 'vitest';
import { SERVERS } from './contract.ts';
import { LISTS } from './endpoints.ts';

describe.each(SERVERS)('Variants: pagination object, through $name', (api) => {
	test.each(LISTS)('has_more is true on all pages except the last: $endpoint', async ({ path, empty }) => {
		// In three of the lists, the last page is full.
		const { meta } = await api.json(`${path}?per_page=10`);
		for (let page = 1; page <= meta.total_pages + 1; page++) {
			const { pagination } = await api.json(`${path}?per_page=10&page=${page}`);
			expect(pagination.has_more).toBe(page < meta.total_pages);
		}
		expect((await api.json(empty)).pagination.has_more).toBe(false);
	});
});

describe.each(SERVERS)('Variants: program item names, through $name', (api) => {
	test('an item of GET /programs carries the table’s fields and the quick-start’s, of the same values', async () => {
		const { data } = await api.json('/programs?per_page=100');
		for (const item of data) {
			expect(item.brand_name).toEqual(expect.any(String));
			expect(item.commission_percent).toBe(item.commission_rate);
			expect(item.cookie_duration_days).toBe(item.cookie_days);
			expect(item.average_rating).toBe(item.rating);
			expect(item.is_verified).toBe(item.verified);
		}
	});
});

describe.each(SERVERS)('Variants: category and tracking_platform, through $name', (api) => {
	test.each(['category=no-such', 'category=Lighting', 'tracking_platform=no-such', 'tracking_platform=In-House'])(
		'an unknown value matches nothing and is not an error: %s',
		async (filter) => {
			const [parameter, value] = filter.split('=');
			const unknown_values = [{ parameter, value, known: expect.any(Array) }];
			expect(await api.json(`/programs?${filter}`)).toEqual({
				data: [],
				meta: { page: 1, per_page: 20, total: 0, total_pages: 0, unknown_values },
				pagination: { page: 1, per_page: 20, has_more: false },
			});
		},
	);
});
