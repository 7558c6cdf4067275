import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSiteConfig } from '../../src/config/site-config.ts';
import { siteDocument } from '../../src/website/documentation/reference.ts';
import { currentSite } from '../support/current-site.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { type RawResponse, requestOnce } from '../support/raw-http.ts';

const directory = ownDirectory('site');
const site = await currentSite(directory.out);
const server = await ownServer(directory);
afterAll(() => site.close());

function get(target: string, ...headers: string[]): Promise<RawResponse> {
	return requestOnce(server.port, 'GET', target, headers);
}

function siteFile(path: string): Buffer {
	return site.get(path)!.read();
}

const HTML = 'text/html; charset=utf-8';

describe('The website', () => {
	test('serves HTML at its addresses', async () => {
		for (const target of ['/', '/?from=mail', '/programs/', '/categories/', '/%70rograms/']) {
			const response = await get(target);
			expect([response.status, response.headers.get('content-type')]).toEqual([200, HTML]);
			expect(String(response.body)).toMatch(/^<!doctype html>/i);
		}
		expect((await get('/')).body).toEqual(siteFile('index.html'));
	});

	test('names its snapshot, and lets browsers check pages each time', async () => {
		const { headers } = await get('/programs/');
		expect(headers.get('x-snapshot')).toMatch(/^\w+$/);
		expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
		expect(headers.get('x-content-type-options')).toBe('nosniff');
	});

	test('makes files immutable if their names contain a hash of their content', async () => {
		const asset = /\/_astro\/[^"]+\.css/.exec(String(siteFile('index.html')))![0];
		const { status, headers } = await get(asset);
		expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
		expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
	});

	test.each(['/nothing', '/nothing/', '/programs/no-such-program/', '/index', '/404', '/%ff', '/%', '/%E0%80%AF'])(
		'shows the page for 404 at %s',
		async (target) => {
			const response = await get(target);
			expect([response.status, response.headers.get('content-type')]).toEqual([404, HTML]);
			expect(response.body).toEqual(siteFile('404.html'));
		},
	);

	test('redirects an address without its slash, and keeps the query', async () => {
		for (const [target, location] of [
			['/programs', '/programs/'],
			['/programs?q=a%20b', '/programs/?q=a%20b'],
			['/%70rograms', '/programs/'],
		] as const) {
			const { status, headers } = await get(target);
			expect([status, headers.get('location')]).toEqual([308, location]);
		}
	});

	test.each([
		'/../manifest.json',
		'/%2e%2e/manifest.json',
		'/..%2fmanifest.json',
		'/..\\manifest.json',
		'//manifest.json',
		'/%2fetc%2fpasswd',
		'/%00',
		'/packs/index.html',
		'/__proto__',
		'//evil.example/..',
		'/file:///etc/passwd',
	])('serves only its own files: %s is not found', async (target) => {
		const response = await get(target);
		expect(response.status).toBe(404);
		expect(response.body).toEqual(siteFile('404.html'));
	});

	test('responds to HEAD with only the headers of GET', async () => {
		for (const target of ['/', '/nothing', '/programs', '/favicon.svg']) {
			const whole = await get(target);
			const head = await requestOnce(server.port, 'HEAD', target);
			expect(head.status).toBe(whole.status);
			expect(head.body).toHaveLength(0);
			const fixed = ({ headers }: RawResponse) =>
				Object.fromEntries([...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'));
			expect(fixed(head)).toEqual(fixed(whole));
			expect(Number(head.headers.get('content-length'))).toBe(whole.body.length);
		}
	});

	test('treats a target in absolute form without a path as the home page', async () => {
		const { body } = await get('/');
		for (const target of ['http://other.example', 'http://other.example/', 'http://other.example?a']) {
			expect(await get(target), target).toMatchObject({ status: 200, body });
		}
	});

	test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('responds to %s with 405', async (method) => {
		for (const target of ['/', '/nothing']) {
			const { status, headers } = await requestOnce(server.port, method, target, ['Content-Length: 0']);
			expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
		}
	});

	test('responds with 304, without a body, to a client that has the page', async () => {
		const { headers } = await get('/');
		const tag = headers.get('etag')!;
		expect(tag).toMatch(/^W\/"[^"]+"$/);
		for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
			const response = await get('/', `If-None-Match: ${known}`);
			expect([response.status, response.body.length], known).toEqual([304, 0]);
			expect(response.headers.get('etag')).toBe(tag);
			expect(response.headers.get('cache-control')).toBe(headers.get('cache-control'));
		}
		for (const other of ['"other"', 'W/""', '', tag.slice(0, -2)]) {
			expect((await get('/', `If-None-Match: ${other}`)).status, other).toBe(200);
		}
	});

	test('compresses text for clients that accept it, with the same tag', async () => {
		const plain = await get('/programs/');
		expect(plain.headers.get('content-encoding')).toBeUndefined();
		for (const [accepted, encoding, decompress] of [
			['gzip, br', 'br', brotliDecompressSync],
			['gzip', 'gzip', gunzipSync],
			['gzip;q=1, br;q=0.5', 'gzip', gunzipSync],
		] as const) {
			const response = await get('/programs/', `Accept-Encoding: ${accepted}`);
			expect(response.headers.get('content-encoding')).toBe(encoding);
			expect(response.headers.get('vary')).toContain('Accept-Encoding');
			expect(response.headers.get('etag')).toBe(plain.headers.get('etag'));
			expect(response.body.length).toBeLessThan(plain.body.length / 2);
			expect(decompress(response.body)).toEqual(plain.body);
		}
		for (const accepted of ['identity', 'br;q=0', 'deflate']) {
			expect((await get('/programs/', `Accept-Encoding: ${accepted}`)).body).toEqual(plain.body);
		}
	});
});

describe('Pages in Markdown', () => {
	test('are at the address that each page names, and search engines do not list them', async () => {
		const pages = [...site.files().keys()].filter((path) => path.endsWith('index.html'));
		const named = pages.map(
			(path) => /<link rel="alternate" type="text\/markdown" href="(.*?)">/.exec(String(siteFile(path)))?.[1],
		);
		const unlisted = pages.filter((path) => String(siteFile(path)).includes('<meta name="robots" content="noindex">'));
		expect(pages.filter((_, index) => named[index] === undefined)).toEqual(unlisted);
		expect(named).toEqual(
			expect.arrayContaining(['/index.md', '/programs.md', '/docs/errors.md', '/about/ratings.md']),
		);
		for (const address of named.filter((one) => one !== undefined)) {
			const { status, headers, body } = await get(address);
			expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'text/markdown; charset=utf-8']);
			expect(headers.get('x-robots-tag')).toBe('noindex');
			expect(String(body)).toMatch(/^# .+\n\n/);
			const text = String(body).replace(/^(`{3,})[\s\S]*?^\1$|`[^`\n]+`/gm, '');
			expect(text).not.toMatch(/(?<!\\)<(?!https?:)[a-z/!]/i);
		}
	});

	test.each([
		'/nothing.md',
		'/.md',
		'/programs/.md',
		'/404.md',
		'/account/keys.md',
		'/programs/search.md',
		'/saved.md',
		'/docs/errors/.md',
	])('do not exist at %s', async (target) => {
		expect((await get(target)).status).toBe(404);
	});

	test('are what /llms.txt links to', async () => {
		const { headers, body } = await get('/llms.txt');
		expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
		const { url, name } = readSiteConfig();
		expect(String(body).startsWith(`# ${name}\n\n> `)).toBe(true);
		const links = [...String(body).matchAll(/^- \[.+?\]\((.+?)\): \S/gm)].map(([, address]) => address!);
		expect(links.length).toBeGreaterThan(20);
		for (const link of links) expect([link, (await get(link.replace(url, ''))).status]).toEqual([link, 200]);
	});
});

describe('The OpenAPI document', () => {
	test.each([
		['/openapi.json', 'application/json; charset=utf-8', JSON.parse],
		['/openapi.yaml', 'application/yaml; charset=utf-8', (text: string) => parse(text)],
	])('can be read at %s without a key, also by scripts of other sites', async (target, type, read) => {
		const { status, headers, body } = await get(target, 'Origin: https://tools.example');
		expect([status, headers.get('content-type')]).toEqual([200, type]);
		expect(headers.get('access-control-allow-origin')).toBe('*');
		expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
		const { url } = readSiteConfig();
		expect(read(String(body))).toEqual(siteDocument(url));
	});
});
