import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FILES, releaseFolder } from '../../src/release/layout.ts';
import { type Manifest, readManifest } from '../../src/release/manifest.ts';
import { currentRelease, publish } from '../../src/release/publish.ts';
import { isRenderedPath } from '../../src/server/rendered-pages.ts';
import { PROJECT } from '../../src/shared/project.ts';
import { contentRoutes } from '../../src/website/rendering/page-types.ts';
import { currentFolder } from '../support/current-folder.ts';
import { currentSite } from '../support/current-site.ts';
import { ownDirectory } from '../support/own-server.ts';
import { PAGE_ROUTES } from '../support/page-routes.ts';
import { RawConnection, type RawResponse, requestOnce } from '../support/raw-http.ts';
import { listening, type ServerProcess } from '../support/running-server.ts';
import { copyDirectory } from '../support/small-directory.ts';

const directory = ownDirectory('site');
const site = await currentSite(directory.out);
/** The code that Astro makes from the pages in `test/support/rendered`. */
const pages = await buildPages();
const server = await startPagesServer();
afterAll(async () => {
	await server.stop('SIGKILL');
	site.close();
	rmSync(pages, { recursive: true });
});

/** Builds the pages inside the project, because they import from its node_modules. */
async function buildPages(): Promise<string> {
	mkdirSync(join(PROJECT, '.tmp'), { recursive: true });
	const folder = mkdtempSync(join(PROJECT, '.tmp', 'pages-'));
	const child = spawn(process.execPath, [script('build-pages.ts'), folder], { stdio: 'inherit' });
	const [status] = await once(child, 'exit');
	expect(status).toBe(0);
	return folder;
}

function startPagesServer({ out = directory.out, entry = join(pages, 'entry.mjs') } = {}): Promise<ServerProcess> {
	const args = [script('pages-server.ts'), entry, out, directory.state];
	return listening(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
}

function script(name: string): string {
	return join(PROJECT, 'test/support', name);
}

function get(target: string, ...headers: string[]): Promise<RawResponse> {
	return requestOnce(server.port, 'GET', target, headers);
}

function siteFile(path: string): Buffer {
	return site.get(path)!.read();
}

/** The response of a server at /readyz: the status, and the codes of its reasons. */
async function readiness(port: number): Promise<unknown> {
	const { status, body } = await requestOnce(port, 'GET', '/readyz');
	return [status, JSON.parse(String(body)).reasons.map(({ code }: { code: string }) => code)];
}

/** Replaces the current release with a copy that has a changed manifest. Returns its ID. */
async function publishCopy(out: string, changes: Partial<Manifest>): Promise<string> {
	const id = `copy-${Math.random().toString(36).slice(2)}`;
	cpSync(releaseFolder(out, currentRelease(out)!), releaseFolder(out, id), { recursive: true });
	const manifest = { ...(await readManifest(releaseFolder(out, id))), ...changes, id };
	writeFileSync(join(releaseFolder(out, id), FILES.manifest), JSON.stringify(manifest));
	publish(out, id, 'build');
	return id;
}

describe('A page rendered on request', () => {
	test('shows the current release and its query', async () => {
		const { status, headers, body } = await get('/echo/?q=%3Cscript%3E%20%E2%82%AC');
		expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
		expect(String(body)).toContain('>&lt;script&gt; €<');
		expect(String(body)).toContain('4 programs');
		expect(headers.get('x-snapshot')).toMatch(/^\w+$/);
		expect(headers.get('cache-control')).toBe('public, max-age=60');
		expect(headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(Number(headers.get('content-length'))).toBe(body.length);
	});

	test('takes its address from the settings, not from the client', async () => {
		const { body } = await get('/echo/', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: ftp');
		expect(String(body)).toContain('>https://directory.example/echo/<');
	});

	test('is not cached unless the page allows it', async () => {
		expect((await get('/slow/?ms=0')).headers.get('cache-control')).toBe('private, no-cache');
	});

	test('responds to HEAD with the headers of GET', async () => {
		for (const target of ['/echo/?q=a', '/none/', '/moved/', '/broken/', '/pixel.png']) {
			const whole = await get(target);
			const head = await requestOnce(server.port, 'HEAD', target);
			const fixed = ({ status, headers }: RawResponse) => [
				status,
				...[...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id').sort(),
			];
			expect(fixed(head)).toEqual(fixed(whole));
			expect(head.body).toHaveLength(0);
		}
	});

	test('can redirect, or respond with 404', async () => {
		const moved = await get('/moved/');
		expect([moved.status, moved.headers.get('location')]).toEqual([301, '/echo/']);
		const none = await get('/none/');
		expect([none.status, none.body]).toEqual([404, siteFile('404.html')]);
	});

	test('can be a file, whose address has no slash at the end', async () => {
		const { status, headers, body } = await get('/pixel.png', 'Accept-Encoding: br');
		expect([status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([
			200,
			'image/png',
			undefined,
		]);
		expect([...body]).toEqual([0x89, 0x50, 0x4e, 0x47]);
	});

	test('that fails is a 500 without the cause, which is in the log with the ID of the request', async () => {
		const { status, headers, body } = await get('/broken/?q=private');
		expect([status, headers.get('cache-control')]).toEqual([500, 'no-store']);
		expect(String(body)).not.toMatch(/secret|beginning|\.(?:astro|mjs|ts):/);
		const id = headers.get('x-request-id');
		const fault = () => server.log().find(({ request_id, err }) => request_id === id && err !== undefined);
		await expect.poll(fault).toMatchObject({ level: 'error' });
		expect(JSON.stringify(fault()!.err)).toContain('a secret cause');
		const lines = () => server.log().filter(({ request_id, path }) => request_id === id && path !== undefined);
		await expect.poll(lines).toMatchObject([{ method: 'GET', path: '/broken/', status: 500 }]);
		expect(server.output()).not.toContain('private');
		expect(
			server
				.output()
				.split('\n')
				.filter((line) => line !== '' && !line.startsWith('{')),
		).toEqual([]);
	});

	test.each([
		'//echo/',
		'/x/../echo/',
		'/%2fecho/',
		'/echo/%ff',
		'/echo/%00',
		'/Echo/',
		'/programs/page/99/',
		'/_image?href=/favicon.svg',
		'/_server-islands/Echo',
	])('does not exist at %s', async (target) => {
		const { status, body } = await get(target);
		expect([status, body]).toEqual([404, siteFile('404.html')]);
	});

	test('is shown for any query', async () => {
		for (const query of ['?', '?%ff=%', `?q=${'x'.repeat(12_000)}`, `?${'a=&'.repeat(3000)}`, '?q=%00', '?q=\\']) {
			expect((await get(`/echo/${query}`)).status, query.slice(0, 20)).toBe(200);
		}
	});
});

describe.concurrent('A page with too many simultaneous requests', () => {
	/** Requests pages that are rendered only when `open` is called. Returns when the server has read all requests. */
	async function requestClosedPages(port: number, connections: number, requestsPerConnection = 1) {
		const gate = join(directory.folder, `gate-${port}`);
		const request = `GET /slow/?until=${gate} HTTP/1.1\r\nHost: directory.example\r\n\r\n`;
		const clients = await Promise.all(Array.from({ length: connections }, () => RawConnection.open(port)));
		// A server accepts connections in any order, but it has accepted those that it has answered.
		for (const client of clients) await client.request('GET', '/healthz');
		for (const client of clients) client.write(request.repeat(requestsPerConnection));
		await requestOnce(port, 'GET', '/healthz');
		return { clients, open: () => writeFileSync(gate, '') };
	}

	test('is refused with 503 until the queue has space, while other pages and other addresses are served', async () => {
		const busy = await startPagesServer();
		// Four pages are rendered at once, and 100 requests wait. Another address gets the place of the last one.
		const { clients, open } = await requestClosedPages(busy.port, 110);
		const refused = await Promise.race(clients.map(async (client) => (await client.read())!));
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
		expect(String(refused.body)).toContain('Try again');
		expect((await requestOnce(busy.port, 'GET', '/favicon.svg')).status).toBe(200);
		if (process.platform === 'linux') {
			const other = await RawConnection.open(busy.port, '127.0.0.2');
			const answer = other.request('GET', '/echo/');
			open();
			expect((await answer)?.status).toBe(200);
			other.close();
		}
		open();
		for (const client of clients) client.close();
		await busy.stop();
	});

	test('is not rendered for clients that have gone', async () => {
		const left = await startPagesServer();
		// Each request waits for the one before it on its connection.
		const { clients, open } = await requestClosedPages(left.port, 20, 5);
		// The server has noticed these resets when it responds to the health check.
		for (const client of clients) client.socket.resetAndDestroy();
		await requestOnce(left.port, 'GET', '/healthz');
		open();
		expect((await requestOnce(left.port, 'GET', '/slow/?ms=0')).status).toBe(200);
		expect(await left.stop()).toBe(0);
		const statuses = left
			.log()
			.filter(({ path }) => path === '/slow/')
			.map(({ status }) => status);
		// Renderings that have started are finished.
		expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(4 + 1);
		expect(statuses.filter((status) => status === 499).length).toBeGreaterThanOrEqual(20 - 4);
		expect(new Set(statuses)).toEqual(new Set([200, 499]));
	});
});

describe.concurrent('A release that replaces another', () => {
	test('lets pages of the previous release finish, and no request fails', async ({ expect }) => {
		const out = join(directory.folder, 'swapped');
		cpSync(directory.out, out, { recursive: true, verbatimSymlinks: true });
		const swapped = await startPagesServer({ out });
		const started = requestOnce(swapped.port, 'GET', '/slow/?ms=3000');
		const { snapshot } = await readManifest(currentFolder(out));
		const statuses = new Set<number>();
		let done = false;
		const clients = Array.from({ length: 4 }, async () => {
			const connection = await RawConnection.open(swapped.port);
			while (!done) statuses.add((await connection.request('GET', '/slow/?ms=5'))!.status);
			connection.close();
		});
		const shown = async () => String((await requestOnce(swapped.port, 'GET', '/slow/?ms=0')).body);
		for (let swap = 0; swap < 3; swap++) {
			await publishCopy(out, { snapshot: `swap${swap}` });
			await expect.poll(shown).toContain(`snapshot swap${swap}`);
		}
		done = true;
		await Promise.all(clients);
		expect([...statuses]).toEqual([200]);
		expect(String((await started).body)).toContain(`some categories, snapshot ${snapshot}`);
		await swapped.stop();
	});
});

const CANNOT_BE_SHOWN = 'This page cannot be shown until the website is built again. Try again in a few minutes.\n';

test.concurrent('The server knows the addresses of rendered pages even if their module is missing', () => {
	const paths = PAGE_ROUTES.filter((route) => !contentRoutes.has(route) && !route.startsWith('/v1/'));
	expect(paths).toEqual(expect.arrayContaining(['/compare', '/programs/search', '/account']));
	expect(paths.filter((path) => !isRenderedPath(path) || !isRenderedPath(`${path}/`))).toEqual([]);
	expect(['/', '/programs/', '/programs/larkpost/', '/compared/', '/accounts/'].filter(isRenderedPath)).toEqual([]);
});

test('A release that was built with another configuration of the site is shown, and the server says so', async () => {
	const out = join(directory.folder, 'other-configuration');
	cpSync(directory.out, out, { recursive: true, verbatimSymlinks: true });
	await publishCopy(out, { configuration: 'another' });
	const other = await startPagesServer({ out });
	expect((await requestOnce(other.port, 'GET', '/echo/')).status).toBe(200);
	await expect.poll(() => readiness(other.port)).toEqual([200, ['OTHER_CONFIGURATION']]);
	await other.stop();
});

describe.concurrent('A page that cannot be rendered', () => {
	test('because another version of the application built the release is replaced by an error message', async ({
		expect,
	}) => {
		const out = join(directory.folder, 'other-version');
		cpSync(directory.out, out, { recursive: true, verbatimSymlinks: true });
		await publishCopy(out, { application: 'another' });
		const other = await startPagesServer({ out });
		const { status, body } = await requestOnce(other.port, 'GET', '/echo/');
		expect([status, String(body)]).toEqual([503, CANNOT_BE_SHOWN]);
		// The release can be incompatible with this version's page code.
		await expect.poll(() => readiness(other.port)).toEqual([503, ['OTHER_VERSION']]);
		await other.stop();
	});

	test('because the release has no website is replaced by an error message', async ({ expect }) => {
		const api = copyDirectory('api');
		const other = await startPagesServer({ out: api.out });
		const { status, body } = await requestOnce(other.port, 'GET', '/echo/');
		expect([status, String(body)]).toEqual([404, 'There is no page at this address.\n']);
		// A release with only the API is complete.
		await expect.poll(() => readiness(other.port)).toEqual([200, []]);
		await other.stop();
		api.remove();
	});

	test('because its module is missing is replaced by an error message until a build makes it, and the log names the reason', async ({
		expect,
	}) => {
		const folder = join(PROJECT, '.tmp', `late-${process.pid}`);
		// The folder keeps its name, because the entry looks for that name in its own path.
		const entry = join(folder, basename(pages), 'entry.mjs');
		const other = await startPagesServer({ entry });
		for (const path of ['/compare/', '/programs/search/?q=a', '/account', '/account/sign-in/', '/leaked-key/']) {
			const { status, headers, body } = await requestOnce(other.port, 'GET', path);
			expect([path, status, String(body)]).toEqual([path, 503, CANNOT_BE_SHOWN]);
			expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
		}
		expect((await requestOnce(other.port, 'GET', '/nothing/')).status).toBe(404);
		await expect.poll(() => readiness(other.port)).toEqual([503, ['PAGES_MISSING']]);
		cpSync(pages, join(folder, 'copy'), { recursive: true });
		renameSync(join(folder, 'copy'), dirname(entry));
		const statusOf = async (path: string) => (await requestOnce(other.port, 'GET', path)).status;
		await expect.poll(() => statusOf('/echo/')).toBe(200);
		expect(await statusOf('/compare/')).toBe(404);
		await expect.poll(() => readiness(other.port)).toEqual([200, []]);
		rmSync(folder, { recursive: true });
		await other.stop();
		expect(other.log()).toContainEqual(
			expect.objectContaining({
				level: 'warn',
				msg: expect.stringContaining('the code for pages rendered on request, such as search, is missing'),
			}),
		);
	});
});

test.concurrent('The log warns about a release that was built for another address, and says what to do', async () => {
	const other = await startPagesServer();
	await other.stop();
	expect(other.log().filter(({ level }) => level === 'warn')).toMatchObject([
		{
			release: currentRelease(directory.out),
			msg: 'the pages of this release were built for http://127.0.0.1:4321, but are served at https://directory.example; build again with SITE_URL=https://directory.example, or serve with SITE_URL=http://127.0.0.1:4321',
		},
	]);
});
