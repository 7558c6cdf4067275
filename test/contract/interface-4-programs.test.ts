import { describe, expect, test } from 'vitest';
import type { SortName } from '../../src/search/order.ts';
import { type Api, keysOf } from './api.ts';
import { KEYS, SERVERS } from './contract.ts';

const slugsAt = async (api: Api, path: string) => keysOf(await api.json(path)).sort();

describe.each(SERVERS)('4.1 GET /programs, through $name', (api) => {
	test('4.1 needs the scope programs:read', async () => {
		expect((await api.get('/programs', { key: KEYS.only['programs:read'] })).status).toBe(200);
		expect((await api.get('/programs', { key: KEYS.without['programs:read'] })).status).toBe(403);
	});

	test('4.1 lists programs: a list envelope with program list items', async () => {
		const { data, meta } = await api.json('/programs');
		expect(data).toHaveLength(20);
		expect(data[0]).toMatchObject({
			slug: expect.any(String),
			brand_name: expect.any(String),
			categories: expect.any(Array),
		});
		expect(meta.total).toBeGreaterThan(130);
	});

	test('4.1 all query parameters are optional', async () => {
		expect((await api.get('/programs')).status).toBe(200);
	});

	test('4.1 q: search text, a full-text search', async () => {
		expect(await slugsAt(api, '/programs?q=zebrawood')).toEqual(['quillon']);
	});

	test('4.1 q: a case-insensitive partial match on the program name', async () => {
		expect(await slugsAt(api, '/programs?q=UILLO')).toEqual(['quillon']);
	});

	test.each([
		['recurring', 'monthly'],
		['one_time', 'once'],
		['hybrid', 'mixed'],
		['tiered', 'stepped'],
	])('4.1 commission_type: %s', async (type, slug) => {
		expect(await slugsAt(api, `/programs?category=filtered&commission_type=${type}`)).toEqual([slug]);
	});

	test('4.1 min_commission: the minimum commission percentage', async () => {
		expect(await slugsAt(api, '/programs?category=filtered&min_commission=30')).toEqual(['mixed', 'once']);
		expect(await slugsAt(api, '/programs?category=filtered&min_commission=30.5')).toEqual(['mixed']);
	});

	test('4.1 max_commission: the maximum commission percentage', async () => {
		expect(await slugsAt(api, '/programs?category=filtered&max_commission=30')).toEqual(['monthly', 'once']);
		expect(await slugsAt(api, '/programs?category=filtered&max_commission=29.9')).toEqual(['monthly']);
	});

	test('4.1 min_cookie_days: the minimum cookie duration in days', async () => {
		expect(await slugsAt(api, '/programs?category=filtered&min_cookie_days=60')).toEqual(['mixed', 'once']);
		expect(await slugsAt(api, '/programs?category=filtered&min_cookie_days=61')).toEqual(['mixed']);
	});

	test('4.1 tracking_platform: the identifier of a tracking platform', async () => {
		expect(await slugsAt(api, '/programs?tracking_platform=partner-cloud')).toEqual(['monthly']);
		expect(await slugsAt(api, '/programs?tracking_platform=in-house')).toEqual(['lumen-partners', 'once']);
	});

	test('4.1 verified_only: when true, only verified programs are returned', async () => {
		expect(await slugsAt(api, '/programs?verified_only=true')).toEqual(['lumen-partners', 'mixed', 'monthly']);
		expect(await slugsAt(api, '/programs?category=filtered&verified_only=false')).toHaveLength(4);
	});

	test('4.1 sort: see the sort table', async () => {
		const [first] = keysOf(await api.json('/programs?sort=commission_desc'));
		expect(first).toBe('over-hundred');
	});

	test('4.1 page, per_page: as for every list', async () => {
		const whole = keysOf(await api.json('/programs?category=ranked'));
		expect(keysOf(await api.json('/programs?category=ranked&per_page=3&page=2'))).toEqual(whole.slice(3, 6));
	});

	test('4.1 a quick-start also shows category, a category slug', async () => {
		expect(await slugsAt(api, '/programs?category=lighting')).toEqual(['lumen-partners']);
	});

	test('4.1 search, filter, sort and pagination parameters may all be combined', async () => {
		const filters = 'commission_type=one_time&min_commission=10&max_commission=200&min_cookie_days=1&category=ranked';
		const list = await api.json(`/programs?q=ranked&${filters}&sort=commission_asc&per_page=2&page=2&verified_only=0`);
		expect(keysOf(list)).toEqual(['less-reviewed', 'most-reviewed']);
		expect(list.meta).toEqual({ page: 2, per_page: 2, total: 4, total_pages: 2 });
	});
});

/** The complete orders, including all ties: see the directory's ranked programs, and decisions-order.test.ts. */
const ORDERS: { readonly [sort in SortName]: readonly [order: string, slugs: string] } = {
	trending: ['most viewed first', 'half loud-star unrated tie-10 tie-2 less-reviewed shy-star most-reviewed'],
	commission_desc: [
		'highest commission rate first',
		'most-reviewed tie-10 tie-2 less-reviewed half loud-star shy-star unrated',
	],
	commission_asc: [
		'lowest commission rate first',
		'loud-star half tie-10 tie-2 less-reviewed most-reviewed shy-star unrated',
	],
	cookie_desc: [
		'longest cookie duration first',
		'most-reviewed unrated tie-10 tie-2 less-reviewed loud-star half shy-star',
	],
	rating_desc: ['highest rated first', 'tie-10 tie-2 less-reviewed most-reviewed half loud-star shy-star unrated'],
	reviews_desc: ['most reviewed first', 'most-reviewed tie-10 tie-2 half less-reviewed loud-star shy-star unrated'],
	newest: ['most recently added first', 'loud-star tie-10 tie-2 half less-reviewed unrated shy-star most-reviewed'],
};

describe.each(SERVERS)('4.1 Sort values, through $name', (api) => {
	const rows = Object.entries(ORDERS).map(([sort, [order, slugs]]) => ({ sort, order, slugs }));
	test.each(rows)('4.1 sort=$sort: $order', async ({ sort, slugs }) => {
		expect(keysOf(await api.json(`/programs?category=ranked&sort=${sort}`))).toEqual(slugs.split(' '));
	});

	test('4.1 when sort is absent, featured programs come first', async () => {
		expect(keysOf(await api.json('/programs')).slice(0, 2)).toEqual(['loud-star', 'shy-star']);
	});
});
