import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { currentSite } from '../support/current-site.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { type RawResponse, requestOnce } from '../support/raw-http.ts';

const directory = ownDirectory('site');
const site = await currentSite(directory.out);
const addresses: string[] = [...site.files().keys()].map((path) => `/${path.replace(/(^|\/)index\.html$/, '$1')}`);
site.close();
const server = await ownServer(directory);

const get = (target: string, headers: readonly string[] = []) =>
	requestOnce(server.port, 'GET', target, ['Origin: https://other.example', ...headers]);

const isOpen = ({ headers }: RawResponse) => [
	headers.get('access-control-allow-origin'),
	headers.get('cross-origin-resource-policy'),
];
const OPEN = ['*', 'cross-origin'];

/** The addresses that scripts and pages of any site may read. */
const isForEveryone = (address: string) =>
	/^\/(?:feeds\/|badges\/|changes\/feed\.|openapi\.(?:json|yaml)$|client\.tgz$|packages\/)/.test(address);

/** The badges of all programs. */
const badges = () =>
	addresses.flatMap((address) => {
		const slug = /^\/programs\/([^/]+)\/$/.exec(address)?.[1];
		return slug === undefined ? [] : [`/badges/${slug}.svg`];
	});

test('Any origin can read feeds, badges, the OpenAPI document and the package of the client', async () => {
	const open = [...addresses.filter(isForEveryone), ...badges(), '/changes/feed.atom'];
	expect(open).toEqual(
		expect.arrayContaining(['/openapi.json', '/openapi.yaml', '/feeds/programs.atom', '/client.tgz']),
	);
	for (const address of open) {
		const response = await get(address);
		expect([address, response.status, ...isOpen(response)]).toEqual([address, 200, ...OPEN]);
	}
});

test('No other origin can read a response of the API, with or without a key', async () => {
	for (const { path, example } of ENDPOINTS) {
		for (const headers of [[], [`X-API-Key: ${directory.key}`]]) {
			const response = await get(`/v1${example}`, headers);
			expect([path, response.headers.has('access-control-allow-origin')]).toEqual([path, false]);
			expect([path, response.headers.get('cross-origin-resource-policy')]).not.toEqual([path, 'cross-origin']);
		}
	}
	for (const method of ['GET', 'POST', 'OPTIONS']) {
		const headers = ['Origin: https://other.example', `X-API-Key: ${directory.key}`, 'Content-Length: 0'];
		const response = await requestOnce(server.port, method, '/mcp', headers);
		expect([method, response.headers.has('access-control-allow-origin')]).toEqual([method, false]);
	}
	const preflight = await requestOnce(server.port, 'OPTIONS', '/v1/programs', [
		'Origin: https://other.example',
		'Access-Control-Request-Method: GET',
		'Access-Control-Request-Headers: X-API-Key',
	]);
	expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('No other origin can read pages, or anything about accounts', async () => {
	const rendered = ['/changes/', '/compare/', '/programs/search/', '/saved/rows/', '/healthz', '/readyz', '/nothing'];
	const forms = ['/account/sign-in/', '/account/keys/', '/account/data.json', '/leaked-key/'];
	for (const address of [...addresses.filter((one) => !isForEveryone(one)), ...rendered, ...forms]) {
		const { headers } = await get(address);
		expect([address, headers.has('access-control-allow-origin')]).toEqual([address, false]);
	}
});

test('A badge can be cached, and is not sent again to those who have it', async () => {
	const [badge] = badges();
	const { headers, body } = await get(badge!);
	expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
	expect(headers.get('cache-control')).toBe('public, max-age=3600, stale-while-revalidate=86400');
	expect(headers.get('content-security-policy')).toContain('sandbox');
	expect(String(body)).toMatch(/^<svg [^>]*role="img"[^>]*>\n<title>/);
	expect((await get(badge!, [`If-None-Match: ${headers.get('etag')}`])).status).toBe(304);
	for (const unknown of ['/badges/no-such-program.svg', '/badges/', '/badges/../programs.svg', '/badges/A.svg']) {
		expect([unknown, (await get(unknown)).status]).toEqual([unknown, 404]);
	}
});
