import { describe, expect, test } from 'vitest';
import { type Ask, jsonOf } from './api.ts';
import { CONTRACT, ERRORS, SERVERS } from './contract.ts';
import { ENDPOINTS } from './endpoints.ts';

/** One request for each kind of response. */
const ANSWERS: readonly { status: number; path: string; ask: Ask }[] = [
	...ENDPOINTS.map(({ path }) => ({ status: 200, path, ask: {} })),
	...ERRORS,
	...['/programs', '/categories'].map((path) => ({ status: 304, path, ask: { headers: { 'If-None-Match': '*' } } })),
];

describe.each(SERVERS)('Responses: every one, through $name', (api) => {
	test.each(ANSWERS)(
		'X-Request-Id, X-Snapshot, Vary, no CORS headers: $status $path',
		async ({ status, path, ask }) => {
			const headers = { Origin: 'https://shop.example', ...ask.headers };
			const answer = await api.get(path, { ...ask, headers });
			expect(answer.status).toBe(status);
			expect(answer.headers.get('x-request-id')).toMatch(/^\S+$/);
			expect(answer.headers.get('x-snapshot')).toBe(CONTRACT.snapshotId);
			expect(answer.headers.get('vary')).toBe('X-API-Key, Accept-Encoding');
			expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
		},
	);

	test.each(ANSWERS.filter(({ status }) => status !== 304))(
		'JSON, UTF-8, Content-Type: application/json; charset=utf-8: $status $path',
		async ({ path, ask }) => {
			const answer = await api.get(path, ask);
			expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
			expect(answer.headers.get('content-length')).toBe(String(answer.body.length));
			expect(() => jsonOf(answer)).not.toThrow();
		},
	);

	test.each(ANSWERS)('Cache-Control: $status $path', async ({ status, path, ask }) => {
		const expected = path === '/categories' && status < 400 ? 'private, max-age=300' : 'private, no-cache';
		expect((await api.get(path, ask)).headers.get('cache-control')).toBe(expected);
	});

	test('text beyond ASCII is UTF-8', async () => {
		const { body } = await api.get('/programs/lumen-partners');
		expect(body.includes(Buffer.from('Lumen Partners™', 'utf8'))).toBe(true);
	});

	test('X-Request-Id is made by the server, even if the client sends one', async () => {
		const answer = await api.get('/programs', { headers: { 'X-Request-Id': 'mine' } });
		expect(answer.headers.get('x-request-id')).not.toContain('mine');
	});
});

describe('Responses: X-Request-Id', () => {
	test.each(SERVERS)('is random, so that nobody can count requests by it, through $name', async (api) => {
		const requestId = async () => (await api.get('/categories')).headers.get('x-request-id')!;
		const [first, second] = [await requestId(), await requestId()];
		for (const id of [first, second])
			expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
		expect(first.slice(0, 8)).not.toBe(second.slice(0, 8));
		expect(first.slice(-12)).not.toBe(second.slice(-12));
	});

	test('is different for all responses, also of two servers', async () => {
		const paths = Array.from({ length: 50 }, () => ['/programs', '/nothing']).flat();
		const answers = await Promise.all(SERVERS.flatMap((api) => paths.map((path) => api.get(path))));
		expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length);
	});
});
