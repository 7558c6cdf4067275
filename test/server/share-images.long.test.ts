import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { succeed } from '../support/run-command.ts';

const directory = ownDirectory('api');
const db = new Database(directory.snapshot, { readonly: true });
const slugs: string[] = db.prepare<[], string>("SELECT slug FROM programs WHERE status = 'published'").pluck().all();
db.close();
const server = await ownServer(directory);

const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);

describe('A share image', () => {
	test('is drawn for each request, the same each time, and clients keep it for a day', async () => {
		const path = `/share/programs/${slugs[0]}.png`;
		const first = await get(path);
		expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png']);
		expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
		const image = Buffer.from(await first.arrayBuffer());
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

	test('exists for the site too', async () => {
		expect((await get('/share/site.png')).headers.get('content-type')).toBe('image/png');
	});

	test.each([
		'/share/programs/nothing.png',
		'/share/categories/nothing.png',
		'/share/programs/..%2f..%2fsite.png',
		'/share/programs/',
		'/share/programs/__proto__.png',
	])('does not exist at %s', async (path) => {
		expect((await get(path)).status).toBe(404);
	});

	test('is sent, or refused with 503, if many are requested at once', async () => {
		const paths = [...slugs, ...slugs].map((slug) => `/share/programs/${slug}.png`);
		const answers = await Promise.all(paths.map((path) => get(path)));
		const statuses = new Set(answers.map(({ status }) => status));
		expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
		for (const answer of answers) if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('2');
		expect((await get('/healthz')).status).toBe(200);
	});

	test('changes with the program, and goes with it', async () => {
		const [changed, removed] = [slugs[1]!, slugs[2]!];
		const before = Buffer.from(await (await get(`/share/programs/${changed}.png`)).arrayBuffer());
		const snapshot = join(directory.folder, 'changed.sqlite');
		copyFileSync(directory.snapshot, snapshot);
		const db = new Database(snapshot);
		db.prepare("UPDATE programs SET name = 'Another name' WHERE slug = ?").run(changed);
		db.prepare("UPDATE programs SET status = 'draft' WHERE slug = ?").run(removed);
		db.close();
		await succeed('build', ['--snapshot', snapshot, '--out', directory.out, '--only', 'api']);
		await expect.poll(async () => (await get(`/share/programs/${removed}.png`)).status).toBe(404);
		const after = Buffer.from(await (await get(`/share/programs/${changed}.png`)).arrayBuffer());
		expect(after.equals(before)).toBe(false);
	});
});
