import { describe, expect, test } from 'vitest';
import { splitWords } from '../../src/shared/text.ts';
import { jsonOf } from './api.ts';
import { ERRORS, KEYS, NODE_API, SERVERS } from './contract.ts';
import { ENDPOINTS } from './endpoints.ts';

/** Programs and organizations can also be changed (decisions, Writing). */
function allowedAt(path: string): string {
	if (path === '/programs') return 'GET, HEAD, POST';
	return /^\/(?:programs|organizations)\/[^/]+$/.test(path) ? 'GET, HEAD, PATCH' : 'GET, HEAD';
}

describe.each(SERVERS)('Requests: methods, through $name', (api) => {
	test.each(ENDPOINTS)('HEAD is like GET, with Content-Length and without a body: $endpoint', async ({ path }) => {
		const [get, head] = [await api.get(path), await api.get(path, { method: 'HEAD' })];
		expect(head.status).toBe(200);
		expect(head.headers.get('content-length')).toBe(String(get.body.length));
		expect(lastingHeaders(head)).toEqual(lastingHeaders(get));
		expect(head.body).toHaveLength(0);
	});

	test.each(ERRORS.filter(({ status }) => status !== 405))(
		'HEAD is like GET for a $status: $path',
		async ({ status, path, ask }) => {
			const [get, head] = [await api.get(path, ask), await api.get(path, { ...ask, method: 'HEAD' })];
			expect(head.status).toBe(status);
			expect(lastingHeaders(head)).toEqual(lastingHeaders(get));
			expect(head.body).toHaveLength(0);
		},
	);

	test.each(['PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])(
		'%s is a 405 with the methods that are allowed, on every endpoint',
		async (method) => {
			for (const { path } of ENDPOINTS) {
				const answer = await api.get(path, { method });
				expect(answer.status, path).toBe(405);
				expect(answer.headers.get('allow'), path).toBe(allowedAt(path));
			}
		},
	);
});

describe('Requests: methods, only through the Node server, because Astro cannot handle TRACE', () => {
	test('TRACE is a 405 with Allow', async () => {
		const answer = await NODE_API.get('/programs', { method: 'TRACE' });
		expect(answer.status).toBe(405);
		expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
	});
});

/** All headers except those that differ between requests. */
function lastingHeaders({ headers }: { headers: ReadonlyMap<string, string> }) {
	return [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id').sort();
}

describe.each(SERVERS)('Requests: paths, through $name', (api) => {
	test.each(ENDPOINTS)('a trailing slash is accepted: $endpoint', async ({ path }) => {
		expect(await api.json(`${path}/`)).toEqual(await api.json(path));
	});

	test.each(['/programs/QUILLON', '/programs/quillo', '/categories/Lighting', '/reviews/REV_full', '/reviews/rev_b'])(
		'slugs and ids are matched exactly: %s',
		async (path) => {
			expect((await api.get(path)).status).toBe(404);
		},
	);

	test('an encoded path is the path it encodes', async () => {
		expect((await api.json('/programs/%71uillon')).data.slug).toBe('quillon');
	});

	test.each(['/nothing', '/programs/quillon/nothing', '/networks/in-house', '/categories/crowd/x/y'])(
		'a path without an endpoint is a 401 without a valid key, and a 404 with one: /v1%s',
		async (path) => {
			expect((await api.get(path, { key: null })).status).toBe(401);
			expect((await api.get(path, { key: KEYS.revoked })).status).toBe(401);
			for (const key of [KEYS.reading, KEYS.idle]) {
				for (const method of ['GET', 'HEAD', 'POST']) {
					expect((await api.get(path, { key, method })).status).toBe(404);
				}
			}
		},
	);
});

const DOT_SEGMENTS = splitWords(`
	/./programs /../v1/programs /programs/../programs /programs/. /programs/quillon/.. /programs/%2e%2e/programs
	/%2e/programs /programs/%2e%2e /programs/quillon/.
`);

describe('Requests: paths exactly as sent, only through the Node server, because Astro resolves them', () => {
	test.each(DOT_SEGMENTS)('dot segments are not resolved and are a 404: /v1%s', async (path) => {
		const answer = await NODE_API.get(path);
		expect(answer.status).toBe(404);
		expect(jsonOf(answer).code).toBe('NOT_FOUND');
	});

	test.each(splitWords('//programs /programs//quillon /programs// /programs/quillon// // /programs/quillon//reviews'))(
		'double slashes are not resolved and are a 404: /v1%s',
		async (path) => {
			expect((await NODE_API.get(path)).status).toBe(404);
		},
	);

	test.each(['/%', '/programs/%zz', '/programs/%', '/programs/%ff', '/programs/%c3%28', '/%70rograms/%e0%a4%a'])(
		'a path that cannot be decoded is a 404: /v1%s',
		async (path) => {
			expect((await NODE_API.get(path)).status).toBe(404);
			expect((await NODE_API.get(path, { key: null })).status).toBe(401);
		},
	);

	test.each(['/programs/quillon%2Freviews', '/programs%2Fquillon', '/categories/crowd%2fprograms'])(
		'an encoded slash does not separate segments: /v1%s',
		async (path) => {
			expect((await NODE_API.get(path)).status).toBe(404);
		},
	);
});

describe.each(SERVERS)('Requests: the key’s place, through $name', (api) => {
	test.each([
		['the query', '?api_key=KEY', {}],
		['the query, under the header’s name', '?X-API-Key=KEY', {}],
		['Authorization: Bearer', '', { Authorization: 'Bearer KEY' }],
		['Authorization: the key alone', '', { Authorization: 'KEY' }],
		['Authorization: Basic', '', { Authorization: `Basic ${Buffer.from(`${KEYS.reading}:`).toString('base64')}` }],
		['a cookie', '', { Cookie: 'X-API-Key=KEY' }],
		['another header', '', { 'Api-Key': 'KEY' }],
	] as [string, string, { [name: string]: string }][])(
		'a key outside the header is ignored: %s',
		async (_place, query, headers) => {
			const filled = Object.entries(headers).map(([name, value]) => [name, value.replace('KEY', KEYS.reading)]);
			const path = `/programs${query.replace('KEY', KEYS.reading)}`;
			const answer = await api.get(path, { key: null, headers: Object.fromEntries(filled) });
			expect(answer.status).toBe(401);
			expect(jsonOf(answer).code).toBe('MISSING_API_KEY');
		},
	);

	test.each([
		['missing', null],
		['empty', ''],
		['invalid', 'svc_nothing'],
		['revoked', KEYS.revoked],
		['expired', KEYS.expired],
	])('a 401 says where the key belongs: %s', async (_kind, key) => {
		expect(jsonOf(await api.get('/programs', { key })).error).toContain('X-API-Key');
	});
});
