import { describe, expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '../../src/api/endpoints.ts';
import { allItems, jsonOf, keysOf } from './api.ts';
import { CONTRACT, KEYS, SERVERS } from './contract.ts';
import { CATEGORIES, ORGANIZATIONS, SITE_URL } from './directory.ts';
import { MORE_LISTS } from './endpoints.ts';

describe.each(SERVERS)('Extensions: lists of all records, through $name', (api) => {
	test('organizations are sorted by slug, with the fields of the single organization', async () => {
		const items = await Array.fromAsync(api.client.listOrganizations());
		for (const { slug } of ORGANIZATIONS) expect(keysOf({ data: items })).toContain(slug);
		expect(keysOf({ data: items })).toEqual(keysOf({ data: items }).toSorted());
		for (const item of items) expect(item).toEqual((await api.json(`/organizations/${item.slug}`)).data);
	});

	test('reviews are sorted from newest to oldest, then by id, with the fields of the single review', async () => {
		const items = await Array.fromAsync(api.client.listReviews());
		const sorted = items.toSorted((a, b) =>
			a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at > b.created_at ? -1 : 1,
		);
		expect(keysOf({ data: items })).toEqual(keysOf({ data: sorted }));
		for (const item of items) expect(item).toEqual((await api.json(`/reviews/${item.id}`)).data);
	});

	test('reviews include every published review of a published program, and no others', async () => {
		const programs = await Array.fromAsync(api.client.listPrograms());
		const listed = (await Array.fromAsync(api.client.listReviews())).map(({ id }) => id);
		expect(listed).toHaveLength(programs.reduce((sum, { review_count }) => sum + review_count, 0));
		expect(listed.filter((id) => /pending|rejected|draft/.test(id))).toEqual([]);
	});

	test('networks are the tracking platforms of published programs, sorted by slug', async () => {
		expect((await api.json('/networks')).data).toEqual([
			{ slug: 'in-house', name: 'In-house', program_count: 2 },
			{ slug: 'partner-cloud', name: 'Partner cloud', program_count: 1 },
		]);
		for (const { slug, program_count } of (await api.json('/networks')).data) {
			expect((await api.json(`/programs?tracking_platform=${slug}`)).meta.total).toBe(program_count);
		}
	});

	test.each(MORE_LISTS)('$endpoint has pages of at most $most items, with meta, pagination and Link', async (list) => {
		const { path, most } = list;
		const { data, meta, pagination } = await api.json(`${path}?per_page=2`);
		const total = (await allItems(api, path, most)).length;
		expect(data).toHaveLength(Math.min(2, total));
		expect(meta).toEqual({ page: 1, per_page: 2, total, total_pages: Math.ceil(total / 2) });
		expect(pagination).toEqual({ page: 1, per_page: 2, has_more: total > 2 });
		expect((await api.get(`${path}?per_page=${most}`)).status).toBe(200);
		expect(jsonOf(await api.get(`${path}?per_page=${most + 1}`)).details[0].message).toBe(
			`It must be a whole number in digits, from 1 to ${most}.`,
		);
		const first = await api.get(`${path}?per_page=1`);
		expect(first.headers.get('link')).toBe(
			[
				`<${SITE_URL}/v1${path}?per_page=1&page=1>; rel="first"`,
				`<${SITE_URL}/v1${path}?per_page=1&page=2>; rel="next"`,
				`<${SITE_URL}/v1${path}?per_page=1&page=${total}>; rel="last"`,
			].join(', '),
		);
		expect((await api.json(`${path}?page=1000000`)).data).toEqual([]);
	});

	test.each(MORE_LISTS)('$endpoint gives every item once, page after page', async ({ path, most }) => {
		const whole = keysOf({ data: await allItems(api, path, most) });
		expect(keysOf({ data: await allItems(api, path, 3) })).toEqual(whole);
		expect(new Set(whole).size).toBe(whole.length);
	});
});

describe.each(SERVERS)('Extensions: the index, through $name', (api) => {
	test.each(['', '/'])('/v1%s has a link to each endpoint that a key for reading may use', async (path) => {
		const { data } = await api.json(path);
		expect(data).toEqual({
			programs: `${SITE_URL}/v1/programs`,
			program: `${SITE_URL}/v1/programs/{slug}`,
			program_reviews: `${SITE_URL}/v1/programs/{slug}/reviews`,
			categories: `${SITE_URL}/v1/categories`,
			category: `${SITE_URL}/v1/categories/{slug}`,
			category_programs: `${SITE_URL}/v1/categories/{slug}/programs`,
			reviews: `${SITE_URL}/v1/reviews`,
			review: `${SITE_URL}/v1/reviews/{id}`,
			organizations: `${SITE_URL}/v1/organizations`,
			organization: `${SITE_URL}/v1/organizations/{slug}`,
			organization_programs: `${SITE_URL}/v1/organizations/{slug}/programs`,
			networks: `${SITE_URL}/v1/networks`,
			changes: `${SITE_URL}/v1/changes`,
			export: `${SITE_URL}/v1/export`,
			export_about: `${SITE_URL}/v1/export/export.json`,
			export_programs: `${SITE_URL}/v1/export/programs.ndjson`,
			export_organizations: `${SITE_URL}/v1/export/organizations.ndjson`,
			export_categories: `${SITE_URL}/v1/export/categories.ndjson`,
			export_reviews: `${SITE_URL}/v1/export/reviews.ndjson`,
			export_database: `${SITE_URL}/v1/export/directory.sqlite`,
		});
	});

	test('has the endpoints that the key may use, with their methods, and no others', async () => {
		const linksOf = async (key: string) => jsonOf(await api.get('/', { key })).data;
		expect(await linksOf(KEYS.idle)).toEqual({
			export: `${SITE_URL}/v1/export`,
			program_analytics: `${SITE_URL}/v1/analytics/programs/{slug}`,
			organization_analytics: `${SITE_URL}/v1/analytics/organizations/{slug}`,
		});
		const all = await linksOf(KEYS.agency);
		expect(all).toMatchObject({
			create_program: `POST ${SITE_URL}/v1/programs`,
			update_organization: `PATCH ${SITE_URL}/v1/organizations/{slug}`,
			proposals: `${SITE_URL}/v1/proposals`,
			withdraw_proposal: `DELETE ${SITE_URL}/v1/proposals/{id}`,
			webhook: `${SITE_URL}/v1/webhooks/{id}`,
			retry_webhook_delivery: `POST ${SITE_URL}/v1/webhooks/{id}/deliveries/{delivery}/retry`,
		});
		// The key lacks two scopes for reading.
		const absent = ALL_ENDPOINTS.filter(({ scope }) => scope === 'reviews:read' || scope === 'categories:read');
		expect(Object.keys(all)).toHaveLength(ALL_ENDPOINTS.length - absent.length - ['index', 'database'].length);
	});

	test('its links lead to resources', async () => {
		const { data } = await api.json('');
		const names: { readonly [kind: string]: string } = {
			programs: 'lumen-partners',
			categories: CATEGORIES[0]!.slug!,
			reviews: 'rev_full',
			organizations: 'lumen-labs',
		};
		const paths = (Object.values(data) as string[]).map((link) => link.slice(`${SITE_URL}/v1`.length));
		for (const path of paths.filter((path) => !path.startsWith('/export/'))) {
			const known = path.replace(/\{\w+\}/, names[path.split('/')[1]!]!);
			const since = known === '/changes' ? `?since=${CONTRACT.snapshotId}` : '';
			expect((await api.get(`${known}${since}`)).status, known).toBe(200);
		}
	});

	test('any valid key may read it, and no other', async () => {
		expect((await api.get('', { key: KEYS.idle })).status).toBe(200);
		expect((await api.get('', { key: null })).status).toBe(401);
		expect((await api.get('', { key: KEYS.revoked })).status).toBe(401);
	});

	test('it has an entity tag, and neither parameters nor other methods', async () => {
		const etag = (await api.get('/')).headers.get('etag')!;
		expect((await api.get('', { headers: { 'If-None-Match': etag } })).status).toBe(304);
		expect((await api.get('?page=1')).status).toBe(400);
		expect((await api.get('', { method: 'POST' })).status).toBe(405);
		expect((await api.get('', { method: 'HEAD' })).body).toHaveLength(0);
	});
});
