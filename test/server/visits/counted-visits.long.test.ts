/** Views and clicks of a running server: real requests, forged ones, and a real browser. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import settings from '../../../data/site.json' with { type: 'json' };
import { launchBrowser } from '../../support/browser.ts';
import { changeDatabase } from '../../support/change-database.ts';
import { ownDirectory } from '../../support/own-server.ts';
import { RawConnection, requestOnce } from '../../support/raw-http.ts';
import { succeed } from '../../support/run-command.ts';
import { type ServerProcess, startServer } from '../../support/running-server.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const VISIT = [`User-Agent: ${FIREFOX}`, 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];
const BEACON = [`User-Agent: ${FIREFOX}`, 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Site: same-origin'];

let server: ServerProcess;

interface Row {
	readonly site: string;
	readonly views: number;
	readonly clicks: number;
}

const directory = ownDirectory('site');
const config = join(directory.folder, 'config');
mkdirSync(config);
writeFileSync(join(config, 'site.json'), JSON.stringify({ ...settings, count_views: true }));
const env: { SITE_CONFIG: string } = { SITE_CONFIG: config };
await succeed('build', ['--snapshot', directory.snapshot, '--out', directory.out], { env });
const snapshot = new BetterSqlite(directory.snapshot, { readonly: true });
const program: { readonly slug: string; readonly signup_url: string } = snapshot
	.prepare<[], typeof program>(
		"SELECT slug, signup_url FROM programs WHERE status = 'published' AND signup_url LIKE '%/partners/%' LIMIT 1",
	)
	.get()!;
snapshot.close();
const browser = await launchBrowser();
afterAll(async () => {
	await server?.stop('SIGKILL');
	await browser.close();
});
beforeEach(async () => {
	await server?.stop();
	server = await startServer(directory, { env });
	changeDatabase(join(directory.state, 'state.sqlite'), 'DELETE FROM program_views');
	const visitors = new BetterSqlite(join(directory.state, 'attempts.sqlite'));
	visitors.exec('DELETE FROM viewer_hashes; UPDATE viewer_days SET viewers = 0');
	visitors.close();
});

/** Stops the server, and returns what it has counted. */
async function counted(): Promise<Row[]> {
	await server.stop();
	const db = new BetterSqlite(join(directory.state, 'state.sqlite'), { readonly: true });
	const rows = db
		.prepare<[string], Row>('SELECT site, views, clicks FROM program_views WHERE program = ? ORDER BY site')
		.all(program.slug);
	const others = db
		.prepare("SELECT count(*) FROM program_views WHERE program NOT IN (?, '')")
		.pluck()
		.get(program.slug);
	expect(others).toBe(0);
	db.close();
	return rows;
}

const page = () => `/programs/${program.slug}/`;
const go = () => `/go/${program.slug}`;

/** Requests an address from one of the addresses of this machine. */
async function from(address: string, method: string, path: string, headers: readonly string[], body = '') {
	const connection = await RawConnection.open(server.port, address);
	try {
		const length = method === 'POST' ? [`Content-Length: ${body.length}`] : [];
		const response = connection.request(method, path, [...headers, ...length]);
		connection.write(body);
		return (await response)!.status;
	} finally {
		connection.close();
	}
}

describe('A server that counts views', () => {
	test('counts visitors once a day, with the sites that they came from', async () => {
		const own = `Referer: http://127.0.0.1:${server.port}/programs/`;
		await from('127.0.0.2', 'GET', page(), [...VISIT, 'Referer: https://www.news.example/article']);
		await from('127.0.0.2', 'GET', page(), [...VISIT, own]);
		await from('127.0.0.3', 'GET', page(), [...VISIT, 'Referer: https://news.example/']);
		await from('127.0.0.4', 'GET', page(), VISIT);
		await from('127.0.0.5', 'GET', page(), [...VISIT, own]);
		expect(await counted()).toEqual([
			{ site: '', views: 1, clicks: 0 },
			{ site: '127.0.0.1', views: 1, clicks: 0 },
			{ site: 'news.example', views: 2, clicks: 0 },
		]);
	});

	test('also counts visitors whose browser already has the page', async () => {
		const first = await requestOnce(server.port, 'GET', page(), []);
		const tag = first.headers.get('etag')!;
		expect(await from('127.0.0.2', 'GET', page(), [...VISIT, `If-None-Match: ${tag}`])).toBe(304);
		expect(await counted()).toEqual([{ site: '', views: 1, clicks: 0 }]);
	});

	test('leaves out what is not a visit', async () => {
		expect(await from('127.0.0.2', 'GET', page(), [...VISIT, 'DNT: 1'])).toBe(200);
		expect(await from('127.0.0.2', 'HEAD', page(), VISIT)).toBe(200);
		for (const path of [
			'/programs/',
			'/programs/no-such-program/',
			`/programs/${program.slug}`,
			`/programs/${program.slug}.md`,
		])
			await from('127.0.0.2', 'GET', path, VISIT);
		expect(await counted()).toEqual([]);
	});

	test('is not fooled by loops, user agents, forged addresses and invented referrers', async () => {
		const loop = Array.from({ length: 300 }, (_, i) => [
			...VISIT.slice(1),
			`User-Agent: Mozilla/5.0 Firefox/${i}.0`,
			`X-Forwarded-For: 198.51.100.${i % 250}`,
			`X-Real-IP: 198.51.100.${i % 250}`,
			`Forwarded: for=198.51.100.${i % 250}`,
			`Referer: https://site${i}.example/`,
		]);
		for (const headers of loop) await from('127.0.0.2', 'GET', page(), headers);
		for (const headers of loop) await from('127.0.0.2', 'POST', go(), [...BEACON.slice(1), ...headers.slice(2)]);
		const rows = await counted();
		expect(rows.map(({ views, clicks }) => views + clicks).reduce((a, b) => a + b, 0)).toBe(2);
	});

	test('leads to the page where publishers apply, and only there', async () => {
		const response = await requestOnce(server.port, 'GET', `${go()}?to=https://attacker.example/`, [
			...VISIT,
			'Sec-Fetch-Site: same-origin',
		]);
		expect([response.status, response.headers.get('location')]).toEqual([302, program.signup_url]);
		expect(response.headers.get('cache-control')).toBe('no-store');
		expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
		for (const path of [
			'/go/',
			'/go/no-such-program',
			`${go()}/x`,
			'/go/https://attacker.example/',
			'/go/%2f%2fattacker.example',
			'/go/..%2fprograms',
		]) {
			expect([path, (await requestOnce(server.port, 'GET', path, VISIT)).status]).toEqual([path, 404]);
			expect([path, await from('127.0.0.2', 'POST', path, BEACON)]).toEqual([path, 404]);
		}
		expect((await requestOnce(server.port, 'PUT', go(), [])).status).toBe(405);
		expect(await counted()).toEqual([{ site: '', views: 0, clicks: 1 }]);
	});

	test('counts no clicks from other sites, and no long beacons with their sites', async () => {
		for (const site of ['cross-site', 'same-site', 'none']) {
			await from('127.0.0.2', 'GET', go(), [...VISIT, `Sec-Fetch-Site: ${site}`]);
			await from('127.0.0.2', 'POST', go(), [...BEACON.slice(0, 2), `Sec-Fetch-Site: ${site}`]);
		}
		await from('127.0.0.2', 'POST', go(), [...BEACON, 'DNT: 1']);
		expect(await from('127.0.0.2', 'POST', go(), BEACON, `https://news.example/${'a'.repeat(9000)}`)).toBe(204);
		expect(await from('127.0.0.3', 'POST', go(), BEACON, 'https://www.news.example/article')).toBe(204);
		expect(await counted()).toEqual([
			{ site: '', views: 0, clicks: 1 },
			{ site: 'news.example', views: 0, clicks: 1 },
		]);
	});

	test('counts the clicks of a browser, with and without JavaScript', async () => {
		for (const javaScriptEnabled of [true, false]) {
			const context = await browser.newContext({ userAgent: FIREFOX, javaScriptEnabled });
			const tab = await context.newPage();
			await tab.goto(`http://127.0.0.1:${server.port}${page()}`);
			const link = tab.locator('counted-link a').first();
			const address = javaScriptEnabled ? program.signup_url : go();
			await expect.poll(() => link.getAttribute('href')).toBe(address);
			await link.click().catch(() => {});
			await tab.waitForURL(/chrome-error|partners/).catch(() => {});
			await context.close();
			expect(await counted()).toEqual([{ site: '', views: 1, clicks: 1 }]);
			server = await startServer(directory, { env });
		}
	});

	test('says so on the privacy page', async () => {
		const { body } = await requestOnce(server.port, 'GET', '/about/privacy/', []);
		expect(String(body)).toContain('When you open the page of a program');
	});

	test('has the addresses of programs in exports and in Markdown', async () => {
		const folder = join(directory.folder, 'exported');
		await succeed('export', ['--out', directory.out, '--site', folder], { env });
		const html = readFileSync(join(folder, page(), 'index.html'), 'utf8');
		expect(html).toContain(`href="${program.signup_url}"`);
		expect(html).not.toMatch(/\/go\/|data-href/);
		const { body } = await requestOnce(server.port, 'GET', `/programs/${program.slug}.md`, []);
		expect(String(body)).toContain(`](${program.signup_url})`);
		expect(String(body)).not.toContain('/go/');
	});
});

test('A server that counts no views has plain links, but the counting addresses still work', async () => {
	await server.stop();
	await succeed('build', ['--snapshot', directory.snapshot, '--out', directory.out]);
	server = await startServer(directory);
	const { body } = await requestOnce(server.port, 'GET', page(), VISIT);
	expect(String(body)).not.toMatch(/\/go\/|counted-link/);
	expect((await requestOnce(server.port, 'GET', go(), VISIT)).headers.get('location')).toBe(program.signup_url);
	expect(await from('127.0.0.2', 'POST', go(), BEACON)).toBe(204);
	expect(await counted()).toEqual([]);
});
