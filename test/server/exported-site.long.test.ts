/** nginx and Caddy serve an exported website as this server serves it, with the files in src/deploy/. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOST_FILES } from '../../src/commands/server-files.ts';
import { freePort, HAS_CADDY, HAS_NGINX, type StartedServer, startCaddy, startNginx } from '../bench/servers.ts';
import { buildHere } from '../support/build-here.ts';
import { changeDatabase } from '../support/change-database.ts';
import { deployedFile, mainDirectives } from '../support/deployed-file.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';

const directory = ownDirectory('site');
const { snapshot, out } = directory;
changeDatabase(
	snapshot,
	"INSERT INTO redirects (kind, slug, target) SELECT 'programs', 'old-program', min(slug) FROM programs",
);
await buildHere({ snapshot, out });
const server = await ownServer(directory);
const folder = join(directory.folder, 'exported');
await succeed('export', ['--out', out, '--compress', '--site', folder]);

/** Returns a file of src/deploy/ for the exported folder, on another port. */
const deployed = (name: string, replacements: { readonly [from: string]: string }) =>
	deployedFile(name, { '/srv/directory-site': folder, ...replacements });

/** The headers that each server makes in its own way. */
const OWN = ['date', 'etag', 'content-length', 'connection', 'keep-alive', 'vary', 'x-request-id', 'x-snapshot'];

const HOSTS = {
	nginx: (port: number) => {
		const site = deployed('nginx-static.conf', { 'listen 80;': `listen 127.0.0.1:${port};` });
		return startNginx(join(directory.folder, 'nginx'), site, `http://127.0.0.1:${port}/`, mainDirectives(site));
	},
	Caddy: (port: number) => {
		const site = deployed('Caddyfile-static', { 'directory.example {': `:${port} {` });
		return startCaddy(join(directory.folder, 'caddy'), site, `http://127.0.0.1:${port}/`);
	},
};

describe.each([
	['nginx', HAS_NGINX],
	['Caddy', HAS_CADDY],
] as const)('%s', (name, isInstalled) => {
	describe.skipIf(!isInstalled)(`serves an export${isInstalled ? '' : ': it is not installed'}`, () => {
		let host: StartedServer;
		beforeAll(async () => {
			host = await HOSTS[name](await freePort());
		});
		afterAll(() => host?.stop());
		const get = (target: string, headers: readonly string[] = []) => requestOnce(host.port, 'GET', target, headers);

		test('with the headers and media types of the server', async () => {
			const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
				.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
				.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length))
				.filter((path) => ![...HOST_FILES, '.exported'].includes(path.slice(1)));
			expect(paths.length).toBeGreaterThan(100);
			for (const path of paths) {
				const address = path.replace(/index\.html$/, '');
				const [here, there] = [await requestOnce(server.port, 'GET', address, []), await get(address)];
				expect([address, there.status]).toEqual([address, 200]);
				expect(there.body.equals(readFileSync(join(folder, path))), address).toBe(true);
				for (const header of [...here.headers.keys()].filter((one) => !OWN.includes(one))) {
					const [expected, found] = [here, there].map(({ headers }) => headers.get(header)?.toLowerCase());
					expect([address, header, found]).toEqual([address, header, expected]);
				}
			}
		});

		test('with the compressed files', async () => {
			const plain = readFileSync(join(folder, 'programs/index.html'));
			const { headers, body } = await get('/programs/', ['Accept-Encoding: gzip']);
			expect(headers.get('content-encoding')).toBe('gzip');
			expect(body.equals(readFileSync(join(folder, 'programs/index.html.gz')))).toBe(true);
			expect(gunzipSync(body).equals(plain)).toBe(true);
			expect(brotliDecompressSync(readFileSync(join(folder, 'programs/index.html.br'))).equals(plain)).toBe(true);
			if (name === 'Caddy') {
				const brotli = await get('/programs/', ['Accept-Encoding: br']);
				expect(brotli.headers.get('content-encoding')).toBe('br');
			}
		});

		test('with the redirects', async () => {
			for (const address of [
				'/programs/old-program/',
				'/programs/old-program',
				'/about/api/',
				'/programs/old-program.md',
			]) {
				const [here, there] = [await requestOnce(server.port, 'GET', address, []), await get(address)];
				expect([address, there.status]).toEqual([address, here.status]);
				expect(new URL(there.headers.get('location')!, 'http://x').pathname).toBe(here.headers.get('location'));
			}
		});

		test('with the page for missing pages, also in place of the files for hosts', async () => {
			const missing = readFileSync(join(folder, '404.html'));
			const nowhere = ['/missing/', '/programs/missing', '/programs/missing.md', '/badges/missing.svg', '/missing.png'];
			for (const address of [...nowhere, ...HOST_FILES.map((file) => `/${file}`), '/.exported']) {
				const { status, headers, body } = await get(address);
				expect([address, status, body.equals(missing)]).toEqual([address, 404, true]);
				expect(headers.get('content-security-policy')).toContain("default-src 'none'");
				expect(headers.get('content-type')?.toLowerCase()).toBe('text/html; charset=utf-8');
			}
		});
	});
});
