import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { HAS_NGINX, type StartedServer } from '../bench/servers.ts';
import { startDeployedNginx } from '../support/deployed-nginx.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';

/** The line that keeps responses to requests with a key out of the cache. */
const NOT_STORED = 'proxy_no_cache $directory_is_private;';

const directory = ownDirectory('site');
const server = await ownServer(directory, { env: { TRUST_PROXY: '1' } });

describe.skipIf(!HAS_NGINX)(`Behind nginx with a cache${HAS_NGINX ? '' : ': nginx is not installed'}`, () => {
	describe.each([
		['with the configuration of the documentation', [] as string[]],
		['even if nginx stores all responses that it may', [NOT_STORED]],
	])('%s', (_, removed) => {
		let nginx: StartedServer;
		let folder: string;
		beforeAll(async () => {
			folder = join(directory.folder, `nginx-${removed.length}`);
			nginx = await startDeployedNginx({ folder, servers: [server.port], removed });
		});
		afterAll(() => nginx?.stop());

		/** The responses that nginx has stored. Each one begins with its cache key. */
		const stored = () =>
			readdirSync(join(folder, 'cache'), { recursive: true, withFileTypes: true })
				.filter((entry) => entry.isFile())
				.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
		const get = (target: string, headers: readonly string[] = []) => requestOnce(nginx.port, 'GET', target, headers);

		test('public files are stored, so the cache works', async () => {
			const [path] = /\/_astro\/[^"]+\.css/.exec(String((await get('/')).body))!;
			for (const target of [path, path]) expect((await get(target)).status).toBe(200);
			expect(stored().some((content) => content.includes(path))).toBe(true);
		});

		test('the log has no queries, in particular not the key of a feed', async () => {
			const referer = 'Referer: https://directory.example/saved/feed.atom?key=SecretOfAFeed';
			await get('/saved/feed.atom?key=SecretOfAFeed', [referer]);
			await get('/saved//feed%2Eatom?key=SecretOfAFeed');
			await get('/v1/programs?q=SecretOfAFeed', [`X-API-Key: ${directory.key}`]);
			const lines = () => readFileSync(join(folder, 'access.log'), 'utf8');
			await expect.poll(lines).toContain('"GET /v1/programs HTTP/1.1" 200');
			expect(lines()).toContain('"GET /saved/feed.atom HTTP/1.1" 404');
			expect(lines()).toContain('"https://directory.example/saved/feed.atom"');
			expect(lines()).not.toContain('SecretOfAFeed');
			expect(lines()).not.toContain('?');
			expect(stored().filter((content) => content.includes('SecretOfAFeed'))).toEqual([]);
		});

		test('a request that is too large gets a 413', async () => {
			const body = 'x'.repeat(300_000);
			const { status } = await fetch(`http://127.0.0.1:${nginx.port}/account/sign-in/`, { method: 'POST', body });
			expect(status).toBe(413);
		});

		test('no response to a request with a key is stored', async () => {
			const withKey = [`X-API-Key: ${directory.key}`];
			for (const { example } of ENDPOINTS) {
				const responses = [];
				for (const headers of [withKey, withKey, [], ['X-API-Key: svc_wrong'], [...withKey, 'Accept-Encoding: gzip']]) {
					responses.push(await get(`/v1${example}`, headers));
				}
				// Nobody else gets the response, and it is made again for each request.
				expect([example, responses[2]!.status, responses[3]!.status]).toEqual([example, 401, 401]);
				expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(5);
			}
			for (const page of ['/account/sign-in/', '/account/keys/', '/account/data.json', '/leaked-key/']) {
				await get(page, ['Cookie: session=1']);
				await get(page);
			}
			const contents = stored();
			expect(contents.filter((content) => /KEY: [^\n]*\/(?:v1|account|leaked-key)/.test(content))).toEqual([]);
			expect(contents.filter((content) => content.includes(directory.key))).toEqual([]);
			expect(existsSync(join(folder, 'proxy')) ? readdirSync(join(folder, 'proxy')) : []).toEqual([]);
		});
	});
});
