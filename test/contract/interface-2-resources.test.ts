import { describe, expect, test } from 'vitest';
import { splitWords } from '../../src/shared/text.ts';
import { type Api, keysOf } from './api.ts';
import { SERVERS } from './contract.ts';
import { LISTS } from './endpoints.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** The item of one program in a list. */
async function itemOf(api: Api, list: string, slug: string) {
	const { data } = await api.json(list);
	return data.find((item: { slug: string }) => item.slug === slug);
}

describe.each(SERVERS)('2.1 Program (list item), through $name', (api) => {
	const lumen = () => itemOf(api, '/programs?category=appliances', 'lumen-partners');

	test.each([
		['slug', 'string', 'lumen-partners'],
		['name', 'string', 'Lumen Partners™'],
		['description', 'string, a short text', 'Lamps that pay each month.'],
		['commission_type', 'string', 'recurring'],
		['commission_rate', 'number, a percentage', 12.5],
		['cookie_days', 'number, a duration in days', 45],
		['tracking_platform', 'string, the identifier of a platform', 'in-house'],
		['verified', 'boolean', true],
		['rating', 'number, an average out of 5', 3.2],
		['review_count', 'number', 3],
		['logo_url', 'string, a URL', 'https://lumen-labs.example/partners.svg'],
		['categories', 'array of string, the names', ['Unlabelled', 'Lighting & Lamps', 'Appliances']],
		['created_at', 'string, an ISO 8601 UTC timestamp', '2024-03-04T05:06:07Z'],
	])('2.1 %s: %s', async (field, _type, value) => {
		expect((await lumen())[field]).toEqual(value);
	});

	test('2.1 slug is a unique identifier, used in paths', async () => {
		const slugs = (await Array.fromAsync(api.client.listPrograms())).map(({ slug }) => slug);
		expect(new Set(slugs).size).toBe(slugs.length);
		const { data } = await api.json(`/programs/${slugs[0]}`);
		expect(data.slug).toBe(slugs[0]);
	});

	test('2.1 commission_type is one of recurring, one_time, hybrid, tiered', async () => {
		const { data } = await api.json('/programs?category=filtered');
		const types = data.map((item: { commission_type: string }) => item.commission_type);
		expect(types.sort()).toEqual(['hybrid', 'one_time', 'recurring', 'tiered']);
	});

	test('2.1 rating is out of 5, for every program', async () => {
		for await (const { rating } of api.client.listPrograms()) {
			expect(rating).toBeGreaterThanOrEqual(0);
			expect(rating).toBeLessThanOrEqual(5);
		}
	});

	test('2.1 created_at is ISO 8601 UTC, for every program', async () => {
		for await (const { created_at } of api.client.listPrograms()) expect(created_at).toMatch(TIMESTAMP);
	});

	test.each(['/categories/lighting/programs', '/organizations/lumen-labs/programs'])(
		'2.1 %s returns a reduced item',
		async (list) => {
			expect(await itemOf(api, list, 'lumen-partners')).toEqual({
				slug: 'lumen-partners',
				name: 'Lumen Partners™',
				description: 'Lamps that pay each month.',
				commission_type: 'recurring',
				commission_rate: 12.5,
				cookie_days: 45,
				verified: true,
				rating: 3.2,
				review_count: 3,
			});
		},
	);

	test.each([
		['brand_name', 'string', 'Lumen Labs'],
		['commission_percent', 'number', 12.5],
		['cookie_duration_days', 'number', 45],
		['average_rating', 'number out of 5', 3.2],
		['is_verified', 'boolean', true],
	])('2.1 variant: %s: %s', async (field, _type, value) => {
		expect((await lumen())[field]).toEqual(value);
	});

	test('2.1 variant: commission_type is described as one of recurring, one-time, tiered', async () => {
		const variant = await api.json('/programs?category=filtered&commission_type=one-time');
		expect(keysOf(variant)).toEqual(['once']);
		expect(variant.data[0].commission_type).toBe('one_time');
	});
});

describe.each(SERVERS)('2.2 Program (detail), through $name', (api) => {
	const lumen = async () => (await api.json('/programs/lumen-partners')).data;

	test('2.2 all fields of the list item, except that categories are objects {slug, name}', async () => {
		const { categories, ...detail } = await lumen();
		const item = await itemOf(api, '/programs?category=appliances', 'lumen-partners');
		for (const field of splitWords(`
			slug name description commission_type commission_rate cookie_days tracking_platform verified rating
			review_count logo_url created_at
		`)) {
			expect(detail, field).toHaveProperty(field, item[field]);
		}
		expect(categories).toEqual([
			{ slug: 'unlabelled', name: 'Unlabelled' },
			{ slug: 'lighting', name: 'Lighting & Lamps' },
			{ slug: 'appliances', name: 'Appliances' },
		]);
	});

	test.each([
		['long_description', 'string', 'Sell **lamps**.\n\nEarn every month.'],
		['payout_minimum', 'number', 25.5],
		['payout_frequency', 'string', 'twice-a-month'],
		['website_url', 'string, a URL', 'https://lumen-labs.example/lamps'],
		['signup_url', 'string, a URL', 'https://lumen-labs.example/partners'],
		['organization', 'object {slug, name}', { slug: 'lumen-labs', name: 'Lumen Labs' }],
		['updated_at', 'string, an ISO 8601 UTC timestamp', '2025-04-05T06:07:08Z'],
	])('2.2 %s: %s', async (field, _type, value) => {
		expect((await lumen())[field]).toEqual(value);
	});
});

describe.each(SERVERS)('2.3 Category, through $name', (api) => {
	test.each([
		['slug', 'string, in list and detail', 'lighting'],
		['name', 'string, in list and detail', 'Lighting & Lamps'],
		['program_count', 'number, in list and detail', 1],
		['icon', 'string, an icon name, in list and detail', 'lamp'],
	])('2.3 %s: %s', async (field, _type, value) => {
		expect((await itemOf(api, '/categories', 'lighting'))[field]).toBe(value);
		expect((await api.json('/categories/lighting')).data[field]).toBe(value);
	});

	test('2.3 description: string, in the detail and not in the list', async () => {
		expect(await itemOf(api, '/categories', 'lighting')).not.toHaveProperty('description');
		expect((await api.json('/categories/lighting')).data.description).toBe('What shines.');
	});
});

describe.each(SERVERS)('2.4 Review, through $name', (api) => {
	const ADA = { username: 'ada', display_name: 'Ada L.', avatar_url: 'https://ada.example/me.png' };

	test.each([
		['id', 'string, rev_<id>, in list and single', 'rev_full'],
		['rating', 'number, in list and single', 4.5],
		['title', 'string, in list and single', 'Bright'],
		['body', 'string, in list and single', 'It shines.\n\nIt pays.'],
		['author', 'object {username, display_name, avatar_url}, in list and single', ADA],
		['upvotes', 'number, in list and single', 7],
		['created_at', 'string, ISO 8601 UTC, in list and single', '2025-01-02T03:04:05Z'],
	])('2.4 %s: %s', async (field, _type, value) => {
		const { data } = await api.json('/programs/lumen-partners/reviews');
		expect(data[0][field]).toEqual(value);
		expect((await api.json('/reviews/rev_full')).data[field]).toEqual(value);
	});

	test.each([
		['program', 'object {slug, name}, in single only', { slug: 'lumen-partners', name: 'Lumen Partners™' }],
		['updated_at', 'string, ISO 8601 UTC, in single only', '2025-02-03T04:05:06Z'],
	])('2.4 %s: %s', async (field, _type, value) => {
		const { data } = await api.json('/programs/lumen-partners/reviews');
		expect(data[0]).not.toHaveProperty(field);
		expect((await api.json('/reviews/rev_full')).data[field]).toEqual(value);
	});
});

describe.each(SERVERS)('2.5 Organization, through $name', (api) => {
	test.each([
		['slug', 'string', 'lumen-labs'],
		['name', 'string', 'Lumen Labs'],
		['logo_url', 'string, a URL', 'https://lumen-labs.example/logo.svg'],
		['website_url', 'string, a URL', 'https://lumen-labs.example/'],
		['description', 'string', 'Makers of lamps.'],
		['plan', 'string, a plan name', 'early-bird'],
		['program_count', 'number', 1],
		['created_at', 'string, ISO 8601 UTC', '2024-02-03T04:05:06Z'],
	])('2.5 %s: %s', async (field, _type, value) => {
		expect((await api.json('/organizations/lumen-labs')).data[field]).toBe(value);
	});
});

describe.each(SERVERS)('2.6 Pagination objects, through $name', (api) => {
	test.each(LISTS)('2.6 meta is {page, per_page, total, total_pages}: $endpoint', async ({ path }) => {
		const { meta } = await api.json(`${path}?per_page=50&page=2`);
		const { total } = meta;
		expect(total).toEqual(expect.any(Number));
		expect(meta).toEqual({ page: 2, per_page: 50, total, total_pages: Math.ceil(total / 50) });
	});

	test.each(LISTS)('2.6 pagination is {page, per_page, has_more}: $endpoint', async ({ path }) => {
		const { pagination } = await api.json(`${path}?per_page=50&page=1`);
		expect(pagination).toEqual({ page: 1, per_page: 50, has_more: true });
	});
});

describe.each(SERVERS)('2.7 Response envelopes, through $name', (api) => {
	test.each(['/programs/lumen-partners', '/categories/lighting', '/reviews/rev_full', '/organizations/lumen-labs'])(
		'2.7 a single resource is {data: object}: %s',
		async (path) => {
			const answer = await api.json(path);
			expect(Object.keys(answer)).toEqual(['data']);
			expect(Array.isArray(answer.data)).toBe(false);
		},
	);

	test.each(LISTS)('2.7 a list is {data: array} plus pagination objects: $endpoint', async ({ path }) => {
		const answer = await api.json(path);
		expect(Object.keys(answer)).toEqual(['data', 'meta', 'pagination']);
		expect(answer.data).toHaveLength(20);
	});

	test('2.7 the categories list has no pagination object', async () => {
		const answer = await api.json('/categories');
		expect(Object.keys(answer)).toEqual(['data']);
		expect(Array.isArray(answer.data)).toBe(true);
	});
});
