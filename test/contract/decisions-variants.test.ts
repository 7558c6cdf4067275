import { beforeAll, describe, expect, test } from 'vitest';
import { type Finished, runCommand } from '../support/run-command.ts';
import { keysOf } from './api.ts';
import { CONTRACT, SERVERS } from './contract.ts';
import { LISTS } from './endpoints.ts';
import { makeAccount } from './keys.ts';

describe.each(SERVERS)('Variants: pagination object, through $name', (api) => {
	test.each(LISTS)('every paginated list carries both meta and pagination: $endpoint', async ({ path }) => {
		const { meta, pagination } = await api.json(`${path}?per_page=9&page=2`);
		expect(Object.keys(meta)).toEqual(['page', 'per_page', 'total', 'total_pages']);
		expect(Object.keys(pagination)).toEqual(['page', 'per_page', 'has_more']);
		expect(pagination).toMatchObject({ page: meta.page, per_page: meta.per_page });
	});

	test.each(LISTS)('has_more is true on all pages except the last: $endpoint', async ({ path, empty }) => {
		// In three of the lists, the last page is full.
		const { meta } = await api.json(`${path}?per_page=10`);
		for (let page = 1; page <= meta.total_pages + 1; page++) {
			const { pagination } = await api.json(`${path}?per_page=10&page=${page}`);
			expect(pagination.has_more).toBe(page < meta.total_pages);
		}
		expect((await api.json(empty)).pagination.has_more).toBe(false);
	});

	test('GET /categories carries neither', async () => {
		expect(Object.keys(await api.json('/categories'))).toEqual(['data']);
	});
});

describe.each(SERVERS)('Variants: program item names, through $name', (api) => {
	const QUICK_START = ['brand_name', 'commission_percent', 'cookie_duration_days', 'average_rating', 'is_verified'];

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

	test('brand_name is the organization’s name', async () => {
		expect((await api.json('/programs?q=quillon')).data[0].brand_name).toBe('Vermilion Sisters');
	});

	test('reduced items and the detail carry the table’s names only', async () => {
		const items = [
			(await api.json('/categories/philately/programs')).data[0],
			(await api.json('/organizations/vermilion/programs')).data[0],
			(await api.json('/programs/quillon')).data,
		];
		for (const item of items) for (const name of QUICK_START) expect(item).not.toHaveProperty(name);
	});
});

describe.each(SERVERS)('Variants: commission_type, through $name', (api) => {
	test('responses say recurring, one_time, hybrid, tiered', async () => {
		for (const [slug, type] of Object.entries({
			monthly: 'recurring',
			once: 'one_time',
			mixed: 'hybrid',
			stepped: 'tiered',
		})) {
			expect((await api.json(`/programs/${slug}`)).data.commission_type).toBe(type);
		}
	});

	test('the filter accepts one-time as another spelling of one_time', async () => {
		const [dash, underscore] = [
			await api.json('/programs?commission_type=one-time'),
			await api.json('/programs?commission_type=one_time'),
		];
		expect(dash).toEqual(underscore);
		expect(dash.meta.total).toBeGreaterThan(0);
	});
});

describe.each(SERVERS)('Variants: category and tracking_platform, through $name', (api) => {
	test('category is a category slug: programs in that category', async () => {
		for (const category of ['unlabelled', 'lighting', 'appliances']) {
			expect(keysOf(await api.json(`/programs?category=${category}`))).toEqual(['lumen-partners']);
		}
	});

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

describe('Variants: write scopes', () => {
	const { state } = CONTRACT;
	const account = 'writer@site.example';
	let made: Finished;
	let refused: Finished;

	beforeAll(async () => {
		await makeAccount(state, account, 'claimed');
		const create = (scopes: string) =>
			runCommand('keys', ['create', '--account', account, '--name', 'w', '--state', state.folder, '--scopes', scopes], {
				env: state.env,
			});
		made = await create('programs:write,organizations:write');
		refused = await create('analytics:read,webhooks:manage');
	});

	test('programs:write and organizations:write need the Claimed or Pro plan', () => {
		expect(made.status).toBe(0);
	});

	test('analytics:read and webhooks:manage need Pro', () => {
		expect(refused.status).toBe(1);
		expect(refused.stderr).toContain('analytics:read needs the Pro plan; webhooks:manage needs the Pro plan');
	});
});
