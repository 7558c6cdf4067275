import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RawConnection, requestOnce } from '../../support/raw-http.ts';
import { type CountingServer, dayBefore, startCountingServer, TOKEN, today } from './counting-server.ts';

let counting: CountingServer;
let port: number;

beforeAll(async () => {
	counting = await startCountingServer();
	({ port } = counting.server);
});
afterAll(() => counting?.remove());

const get = (path: string, ...headers: string[]) => requestOnce(port, 'GET', path, headers);
const withToken = `Authorization: Bearer ${TOKEN}`;

describe('The addresses for the operator', () => {
	test('list the views that this directory has counted on a day', async () => {
		const { status, headers, body } = await get(`/operator/views?day=${dayBefore(1)}`, withToken);
		expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
		expect(JSON.parse(String(body)).data).toEqual({
			programs: [
				{ program: 'acme', views: 5, clicks: 2 },
				{ program: 'borealis', views: 1, clicks: 0 },
			],
			has_more: false,
		});
		const rest = await get(`/operator/views?day=${dayBefore(1)}&after=acme`, withToken);
		expect(JSON.parse(String(rest.body)).data.programs).toHaveLength(1);
	});

	test.each(['', '?day=today', '?day=2026-05-01&after=%27%3B--', '?day=2026-05-01&all=1'])(
		'refuse the query %j',
		async (query) => {
			expect((await get(`/operator/views${query}`, withToken)).status).toBe(400);
		},
	);

	test('have nothing elsewhere, and accept no other methods', async () => {
		expect((await get('/operator/', withToken)).status).toBe(404);
		expect((await get('/operator/views/', withToken)).status).toBe(404);
		expect((await requestOnce(port, 'POST', '/operator/views', [withToken, 'Content-Length: 0'])).status).toBe(404);
	});

	test('need the token, of which an address can try only a few before it sends the right one', async () => {
		const tries = [
			[],
			['Authorization: Bearer'],
			[`Authorization: Bearer ${TOKEN}x`],
			[`Authorization: Basic ${Buffer.from(`:${TOKEN}`).toString('base64')}`],
			[`X-API-Key: ${counting.directory.key}`],
		];
		const connection = await RawConnection.open(port, '127.0.0.9');
		const statuses: number[] = [];
		for (let i = 0; i < 12; i++) {
			const headers = tries[i % tries.length]!;
			statuses.push((await connection.request('GET', '/operator/views', headers))!.status);
		}
		expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
		expect((await connection.request('GET', `/operator/views?day=${today}`, [withToken]))!.status).toBe(200);
		connection.close();
	});
});
