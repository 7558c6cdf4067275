import { describe, expect, test } from 'vitest';
import { jsonOf } from './api.ts';
import { CONTRACT, KEYS, SERVERS } from './contract.ts';
import { ENDPOINTS, LISTS, MORE_LISTS } from './endpoints.ts';

const ALL_LISTS = [...LISTS, ...MORE_LISTS, { endpoint: 'GET /categories', path: '/categories' }];
const id = CONTRACT.snapshotId;

describe.each(SERVERS)('Extensions: the parameter snapshot, through $name', (api) => {
	test.each(ALL_LISTS)('the current ID gives the same list: $endpoint', async ({ path }) => {
		const [plain, chosen] = [await api.get(path), await api.get(`${path}?snapshot=${id}`)];
		expect(jsonOf(chosen)).toEqual(jsonOf(plain));
		expect(chosen.headers.get('etag')).toBe(plain.headers.get('etag'));
		expect(chosen.headers.get('x-snapshot')).toBe(id);
	});

	test.each([...LISTS, ...MORE_LISTS])('Link carries the parameter: $endpoint', async ({ path }) => {
		const links = (await api.get(`${path}?per_page=1&snapshot=${id}`)).headers.get('link')!.split(', ');
		for (const link of links) expect(link).toContain(`?per_page=1&snapshot=${id}&page=`);
		expect((await api.get(`${path}?per_page=1`)).headers.get('link')).not.toContain('snapshot');
	});

	test.each(ALL_LISTS)('an ID that is not kept is a 410 SNAPSHOT_GONE: $endpoint', async ({ path }) => {
		const answer = await api.get(`${path}?snapshot=0123456789ab`);
		expect(answer.status).toBe(410);
		expect(answer.headers.get('x-snapshot')).toBe(id);
		expect(jsonOf(answer)).toEqual({
			error:
				'The snapshot "0123456789ab" is no longer kept: a snapshot is kept for 15 minutes after newer data is published, but no more than 60 of them. Request the first page again without the snapshot parameter, and use the ID in the X-Snapshot header of that response for the other pages.',
			code: 'SNAPSHOT_GONE',
		});
	});

	test('the key, the scope and the method are checked before the snapshot, slugs and other parameters after it', async () => {
		const gone = '?snapshot=0123456789ab';
		expect((await api.get(`/programs${gone}`, { key: null })).status).toBe(401);
		expect((await api.get(`/programs${gone}`, { key: KEYS.idle })).status).toBe(403);
		expect((await api.get(`/programs${gone}`, { method: 'PUT' })).status).toBe(405);
		expect((await api.get(`/categories/no-such/programs${gone}`)).status).toBe(410);
		expect((await api.get(`/programs${gone}&page=0`)).status).toBe(410);
	});

	test.each(ALL_LISTS)('an ID that is not complete is a 400: $endpoint', async ({ path }) => {
		for (const malformed of [id.slice(1), `${id}0`, id.toUpperCase().replace(/^./, 'X'), `"${id}"`, ' ', '%00']) {
			expect(await api.refusal(`${path}?snapshot=${encodeURIComponent(malformed)}`)).toEqual({
				snapshot:
					'It must be the X-Snapshot of an earlier response (12 characters from 0-9 and a-f, such as 9f2c41d07b6e).',
			});
		}
	});

	test('an empty one counts as absent, and a repeated one is a 400', async () => {
		expect((await api.get('/programs?snapshot=')).status).toBe(200);
		expect((await api.get(`/programs?snapshot=${id}&snapshot=${id}`)).status).toBe(400);
	});

	const others = ENDPOINTS.filter(({ path }) => !ALL_LISTS.some((list) => list.path === path));
	test.each(others)('single records do not have it: $endpoint', async ({ path }) => {
		expect((await api.get(`${path}?snapshot=${id}`)).status).toBe(400);
	});
});
