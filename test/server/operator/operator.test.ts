import { describe, expect, test } from 'vitest';
import { RawConnection, requestOnce } from '../../support/raw-http.ts';
import { dayBefore, startCountingServer, TOKEN, today } from './counting-server.ts';

const counting = await startCountingServer();
const { port } = counting.server;

const get = (path: string, ...headers: string[]) => requestOnce(port, 'GET', path, headers);
const withToken = `Authorization: Bearer ${TOKEN}`;

describe('The addresses for the operator', () => {
	test('sum up the views that this directory has counted in a period', async () => {
		const period = `?from=${dayBefore(3)}&to=${dayBefore(1)}`;
		const { status, headers, body } = await get(`/operator/views${period}`, withToken);
		expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
		expect(JSON.parse(String(body)).data).toEqual({ views: { acme: 12, borealis: 1 } });
	});

	test.each(['', '?from=today&to=today', '?from=2026-05-01', '?from=2026-05-01&to=2026-05-02&all=1'])(
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

	test('need the token', async () => {
		const tries = [
			[],
			['Authorization: Bearer'],
			[`Authorization: Bearer ${TOKEN}x`],
			[`Authorization: Basic ${Buffer.from(`:${TOKEN}`).toString('base64')}`],
			[`X-API-Key: ${counting.directory.key}`],
		];
		const connection = await RawConnection.open(port, '127.0.0.9');
		const statuses: number[] = [];
		for (const headers of tries) {
			statuses.push((await connection.request('GET', '/operator/views', headers))!.status);
		}
		expect(statuses).toEqual(tries.map(() => 401));
		const period = `?from=${today}&to=${today}`;
		expect((await connection.request('GET', `/operator/views${period}`, [withToken]))!.status).toBe(200);
		connection.close();
	});
});
