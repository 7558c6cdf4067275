/** What the API says about former slugs and IDs. */
import { describe, expect, test } from 'vitest';
import { ApiError, type Change } from '../../src/client/index.ts';
import { jsonOf } from './api.ts';
import { CONTRACT, KEYS, NODE_API, SERVERS } from './contract.ts';
import { MERGED, RENAMED, SITE_URL } from './directory.ts';

/** Requests for renamed records: the former path, the noun in the error, and the new path. */
const FORMER = [
	['/organizations/idle-makers', 'organization "idle-makers"', '/organizations/idle'],
	['/organizations/idle-makers/programs', 'organization "idle-makers"', '/organizations/idle/programs'],
	['/categories/abandoned', 'category "abandoned"', '/categories/deserted'],
	['/categories/abandoned/programs', 'category "abandoned"', '/categories/deserted/programs'],
	['/programs/not-ever', 'program "not-ever"', '/programs/never'],
	['/programs/not-ever/reviews', 'program "not-ever"', '/programs/never/reviews'],
	['/programs/not-for-ages', 'program "not-for-ages"', '/programs/never'],
	['/reviews/rev_former', 'review "rev_former"', '/reviews/rev_bare'],
] as const;

describe.each(SERVERS)('Extensions, redirects, through $name', (api) => {
	test.each(FORMER)('%s is a 404 that names the new slug or ID, and links to it', async (former, named, path) => {
		const answer = await api.get(`${former}?page=1`);
		const successor = path.split('/')[2];
		expect(answer.status).toBe(404);
		expect(jsonOf(answer)).toEqual({
			error: `There is no ${named} any more. It is now "${successor}".`,
			code: 'NOT_FOUND',
		});
		expect(answer.headers.get('link')).toBe(`<${SITE_URL}/v1${path}>; rel="successor-version"`);
		expect((await api.get(path)).status).toBe(200);
		const head = await api.get(former, { method: 'HEAD' });
		expect(head.headers.get('link')).toBe(answer.headers.get('link'));
	});

	test('a record that is gone is a 404 that says so, without a link', async () => {
		const answer = await api.get('/programs/lost');
		expect(answer.status).toBe(404);
		expect(jsonOf(answer).error).toBe('There is no program "lost" any more. It was removed.');
		expect(answer.headers.has('link')).toBe(false);
	});

	test('a redirect to a draft says nothing about the draft', async () => {
		const answer = await api.get('/programs/hushed-up');
		expect(answer.status).toBe(404);
		expect(jsonOf(answer).error).toBe('There is no program "hushed-up".');
		expect(answer.headers.has('link')).toBe(false);
	});

	test('a former slug needs the same scope as any other', async () => {
		expect((await api.get('/programs/not-ever', { key: KEYS.idle })).status).toBe(403);
	});

	test('the client’s error has the new address', async () => {
		const error = await api.client.getProgram('not-ever').catch((thrown) => thrown);
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({ status: 404, successor: `${SITE_URL}/v1/programs/never` });
		const unknown = await api.client.getProgram('no-such').catch((thrown) => thrown);
		expect(unknown.successor).toBeUndefined();
	});

	test.each([
		['PATCH', '/programs/not-ever', '/programs/never'],
		['PATCH', '/organizations/idle-makers', '/organizations/idle'],
		['GET', '/analytics/programs/not-ever', '/analytics/programs/never'],
		['GET', '/analytics/organizations/idle-makers', '/analytics/organizations/idle'],
	])('%s %s links to the new address too', async (method, former, path) => {
		const json = method === 'PATCH' ? { name: 'New' } : undefined;
		const answer = await api.get(former, { method, key: KEYS.agency, ...(json && { json }) });
		expect(answer.status).toBe(404);
		expect(jsonOf(answer).error).toContain(`any more. It is now "${path.split('/').at(-1)}".`);
		expect(answer.headers.get('link')).toBe(`<${SITE_URL}/v1${path}>; rel="successor-version"`);
	});

	test.each([
		['category=lamps', 'category=lighting'],
		['category=lamps&category=no-such', 'category=lighting&category=no-such'],
		['organization=idle-makers', 'organization=idle'],
		['similar_to=not-ever', 'similar_to=never'],
		['slugs=not-ever,lumen-partners,lost,no-such', 'slugs=never,lumen-partners,lost,no-such'],
		['category=lamps&slugs=not-ever&facets=category', 'category=lighting&slugs=never&facets=category'],
	])('%s finds what the records are called now, and says so', async (former, present) => {
		const { meta, ...found } = await api.json(`/programs?${former}`);
		const { meta: expected, ...others } = await api.json(`/programs?${present}`);
		expect(found).toEqual(others);
		const names = (query: string) =>
			[...new URLSearchParams(query)].flatMap(([name, value]) => value.split(',').map((one) => [name, one]));
		const renamed = names(former).flatMap(([parameter, value], i) => {
			const now = names(present)[i]![1];
			return value === now ? [] : [{ parameter, value, now }];
		});
		expect(expected).not.toHaveProperty('renamed');
		const byValue = (a: { value?: string | undefined }, b: { value?: string | undefined }) =>
			a.value! < b.value! ? -1 : 1;
		expect({ ...meta, renamed: meta.renamed.toSorted(byValue) }).toEqual({
			...expected,
			renamed: renamed.toSorted(byValue),
		});
	});

	test('GET /changes says what an added record was called, and which record replaces a renamed or merged one', async () => {
		const changes = await Array.fromAsync(api.client.sync(CONTRACT.earlierSnapshotId));
		const named = changes.flatMap(({ kind, id, op, renamed_from, successor }: Change) => [
			...(renamed_from === undefined ? [] : [[kind, renamed_from, id, op]]),
			...(successor === undefined ? [] : [[kind, id, successor, op]]),
		]);
		const expected = [
			...RENAMED.map(([kind, former, now]) => [SINGULAR[kind], former, now, 'added']),
			...[...RENAMED, MERGED].map(([kind, former, now]) => [SINGULAR[kind], former, now, 'removed']),
		];
		expect(named.toSorted()).toEqual(expected.toSorted());
	});

	test('a copy that applies the changes in order keeps what belongs to renamed and merged records', async () => {
		const notes = new Map([...RENAMED, MERGED].map(([, former]) => [former as string, `about ${former}`]));
		for await (const { op, id, renamed_from, successor } of api.client.sync(CONTRACT.earlierSnapshotId)) {
			for (const former of [renamed_from, successor && id]) {
				const note = former && notes.get(former);
				if (note) notes.set(successor ?? id, note);
			}
			if (op === 'removed') notes.delete(id);
		}
		expect(notes).toEqual(new Map([...RENAMED, MERGED].map(([, former, now]) => [now, `about ${former}`])));
	});
});

test('The explorer shows what a former slug is called now', async () => {
	const page = async (query: string) =>
		(await fetch(`http://127.0.0.1:${CONTRACT.ports.node}/programs/search/?${query}`)).text();
	const main = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main'));
	expect(main(await page('category=lamps&organization=idle-makers'))).toBe(
		main(await page('category=lighting&organization=idle')),
	);
	expect((await NODE_API.json('/programs?category=lighting')).meta.total).toBeGreaterThan(0);
});

const SINGULAR = {
	organizations: 'organization',
	categories: 'category',
	programs: 'program',
	reviews: 'review',
} as const;
