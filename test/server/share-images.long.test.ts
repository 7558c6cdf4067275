import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareFolder } from '../../src/release/layout.ts';
import { buildHere } from '../support/build-here.ts';
import { succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

let directory: SmallDirectory;
let server: ServerProcess;
/** The slugs of published programs. */
let slugs: string[];

beforeAll(async () => {
	directory = copyDirectory('api');
	const db = new Database(directory.snapshot, { readonly: true });
	slugs = db.prepare<[], string>("SELECT slug FROM programs WHERE status = 'published'").pluck().all();
	db.close();
	server = await startServer(directory);
});
afterAll(async () => {
	await server?.stop('SIGKILL');
	directory?.remove();
});

const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);

/** The stored images of a program. */
function keptOf(slug: string): string[] {
	const folder = join(shareFolder(directory.out), 'programs', slug);
	return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
}

describe('A share image', () => {
	test('is drawn on the first request, stored, and the same from then on', async () => {
		const path = `/share/programs/${slugs[0]}.png`;
		expect(keptOf(slugs[0]!)).toEqual([]);
		const first = await get(path);
		expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png']);
		expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
		const image = Buffer.from(await first.arrayBuffer());
		await expect.poll(() => keptOf(slugs[0]!)).toEqual([expect.stringMatching(/\.png$/)]);
		expect(Buffer.from(await (await get(`${path}?again`)).arrayBuffer()).equals(image)).toBe(true);
	});

	test('is not sent for HEAD or to clients that already have it', async () => {
		const path = `/share/programs/${slugs[0]}.png`;
		const { headers } = await get(path);
		const again = await get(path, { headers: { 'If-None-Match': headers.get('etag')! } });
		expect(again.status).toBe(304);
		const head = await get(path, { method: 'HEAD' });
		expect(head.headers.get('content-length')).toBe(headers.get('content-length'));
		expect((await head.arrayBuffer()).byteLength).toBe(0);
	});

	test('exists for categories, organizations and the site too', async () => {
		const data = async (path: string) =>
			(await (await get(`/v1/${path}`, { headers: { 'X-API-Key': directory.key } })).json()).data;
		const [category] = await data('categories');
		const { organization } = await data(`programs/${slugs[0]}`);
		const paths = [`categories/${category.slug}`, `organizations/${organization.slug}`, 'networks/in-house', 'site'];
		for (const path of paths.map((name) => `/share/${name}.png`)) {
			expect((await get(path)).headers.get('content-type'), path).toBe('image/png');
		}
	});

	test.each([
		'/share/programs/nothing.png',
		'/share/categories/nothing.png',
		'/share/programs/..%2f..%2fsite.png',
		'/share/programs/',
		'/share/organizations/nothing.png',
		'/share/programs/__proto__.png',
	])('does not exist at %s', async (path) => {
		expect((await get(path)).status).toBe(404);
	});

	test('is refused for POST', async () => {
		expect((await get('/share/site.png', { method: 'POST' })).status).toBe(405);
	});

	test('is sent, or refused with 503, if many are requested at once', async () => {
		const paths = [...slugs, ...slugs].map((slug) => `/share/programs/${slug}.png`);
		const answers = await Promise.all(paths.map((path) => get(path)));
		const statuses = new Set(answers.map(({ status }) => status));
		expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
		for (const answer of answers) if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('2');
		expect((await get('/healthz')).status).toBe(200);
	});

	test('is drawn and stored by two processes at once without an error', async () => {
		const servers = await Promise.all([startServer(directory), startServer(directory)]);
		const paths = slugs.slice(-8).map((slug) => `/share/programs/${slug}.png`);
		const get = ({ port }: ServerProcess, path: string) => fetch(`http://127.0.0.1:${port}${path}`);
		const answers = await Promise.all(paths.flatMap((path) => servers.map((one) => get(one, path))));
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
		for (const slug of slugs.slice(-8)) {
			await expect.poll(() => keptOf(slug)).toEqual([expect.stringMatching(/\.png$/)]);
		}
		await Promise.all(servers.map((one) => one.stop()));
		expect(servers.flatMap((one) => one.log()).filter(({ err }) => err !== undefined)).toEqual([]);
	});

	test('changes with the program, and is removed with it', async () => {
		const [changed, removed] = [slugs[1]!, slugs[2]!];
		const before = Buffer.from(await (await get(`/share/programs/${changed}.png`)).arrayBuffer());
		await get(`/share/programs/${removed}.png`);
		const snapshot = join(directory.folder, 'changed.sqlite');
		copyFileSync(directory.snapshot, snapshot);
		const db = new Database(snapshot);
		db.prepare("UPDATE programs SET name = 'Another name' WHERE slug = ?").run(changed);
		db.prepare("UPDATE programs SET status = 'draft' WHERE slug = ?").run(removed);
		db.close();
		await expect.poll(() => keptOf(changed)).toHaveLength(1);
		const [old] = keptOf(changed);
		await succeed('build', ['--snapshot', snapshot, '--out', directory.out, '--only', 'api']);
		while ((await get(`/share/programs/${removed}.png`)).status === 200) await sleep(50);
		const after = Buffer.from(await (await get(`/share/programs/${changed}.png`)).arrayBuffer());
		expect(after.equals(before)).toBe(false);
		await expect.poll(() => keptOf(changed)).toEqual([expect.not.stringContaining(old!)]);
		await expect.poll(() => keptOf(removed)).toEqual([]);
	});

	test('of an organization shows the best terms of all its programs', async () => {
		const db = new Database(directory.snapshot);
		const { organization, first, last } = db
			.prepare<[], { organization: string; first: string; last: string }>(
				`SELECT organization, min(slug) AS first, max(slug) AS last FROM programs WHERE status = 'published'
				GROUP BY organization HAVING count(*) > 1`,
			)
			.get()!;
		const setAll = db.prepare('UPDATE programs SET cookie_days = 1 WHERE organization = ?');
		const setOne = db.prepare('UPDATE programs SET cookie_days = ? WHERE slug = ?');
		/** The image if one program has cookies of some days, and the others of one day. */
		async function imageWith(slug: string, days: number): Promise<string> {
			setAll.run(organization);
			setOne.run(days, slug);
			const { release } = await buildHere({ ...directory, only: 'api' });
			await expect.poll(async () => (await (await get('/healthz')).json()).release).toBe(release);
			const image = await get(`/share/organizations/${organization}.png`);
			return Buffer.from(await image.arrayBuffer()).toString('base64');
		}
		const images = [await imageWith(first, 700), await imageWith(last, 700), await imageWith(last, 800)];
		db.close();
		expect(images[1]).toBe(images[0]);
		expect(images[2]).not.toBe(images[0]);
	});
});
