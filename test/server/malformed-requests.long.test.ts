import { describe, expect, test } from 'vitest';
import { freePort } from '../bench/servers.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { RawConnection } from '../support/raw-http.ts';

const directory = ownDirectory('api');
const metricsPort = await freePort();
const server = await ownServer(directory, { env: { METRICS: String(metricsPort) } });

async function count(status: number): Promise<number> {
	const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
	return Number(new RegExp(`directory_malformed_requests_total\\{status="${status}"\\} (\\d+)`).exec(text)?.[1]);
}

/** Sends bytes on a new connection. Returns the statuses of all responses. Fails if the server does not close the connection. */
async function statusesOf(bytes: string): Promise<number[]> {
	const connection = await RawConnection.open(server.port);
	connection.write(bytes);
	const statuses: number[] = [];
	for (let response = await connection.read(); response !== undefined; response = await connection.read()) {
		statuses.push(response.status);
	}
	return statuses;
}

const HEAD = 'GET /healthz HTTP/1.1\r\nHost: a\r\n';

describe('A malformed request', () => {
	test.each([
		['a wrong first line', 'NONSENSE\r\n\r\n', 400],
		['line breaks without a carriage return', 'GET /healthz HTTP/1.1\nHost: a\n\n', 400],
		['two different lengths', `${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
		['headers that are too long', `${HEAD}X-Long: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
		['a head that does not end', 'GET /healthz HT', 408],
	])('with %s is refused and counted', { timeout: 30_000 }, async (_, bytes, status) => {
		const before = await count(status);
		expect(await statusesOf(bytes)).toEqual([status]);
		expect(await count(status)).toBe(before + 1);
	});

	test('is logged once a minute, however many a stranger sends', async () => {
		for (let i = 0; i < 20; i++) await statusesOf('NONSENSE\r\n\r\n');
		const lines = server.log().filter(({ msg }) => msg?.includes('malformed'));
		expect(lines).toHaveLength(1);
		expect(lines[0]).toMatchObject({ level: 'info', status: 400, code: 'HPE_INVALID_METHOD' });
		expect(lines[0]).not.toHaveProperty('address');
	});

	test('is not a connection that nobody used, nor one that was reset', async () => {
		const before = await Promise.all([400, 408].map(count));
		const unused = await RawConnection.open(server.port);
		const reset = await RawConnection.open(server.port);
		reset.write('GET /healthz HT');
		reset.socket.resetAndDestroy();
		expect((await unused.read())?.status).toBe(408);
		expect(await Promise.all([400, 408].map(count))).toEqual(before);
	}, 30_000);
});
