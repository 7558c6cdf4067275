import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConnectionLimits } from '../../src/config/defaults.ts';
import { Connections } from '../../src/server/connections.ts';
import { sendBody } from '../../src/server/request-handler.ts';

let http: Server;
const clients: Socket[] = [];

async function start(limits: ConnectionLimits, answer: RequestListener = () => {}): Promise<void> {
	http = createServer({ keepAliveTimeout: 60_000 }, answer);
	new Connections(http, {
		limits,
		group: (address) => address,
		refused: () => {},
	});
	http.listen(0, '127.0.0.1');
	await once(http, 'listening');
}

/** Opens a connection. Returns both of its ends. */
async function open(): Promise<{ client: Socket; server: Socket }> {
	const { port } = http.address() as AddressInfo;
	const accepted = once(http, 'connection');
	const client = connect({ port, host: '127.0.0.1' });
	client.on('error', () => {});
	clients.push(client);
	const [server] = (await accepted) as [Socket];
	return { client, server };
}

afterEach(() => {
	for (const client of clients.splice(0)) client.destroy();
	http.close();
	http.closeAllConnections();
});

describe('A connection', () => {
	test('replaces the oldest spare one if there are too many', async () => {
		await start({ total: 1, ofOneAddress: 100 });
		await open();
		const spare = [];
		for (let i = 0; i < 17; i++) spare.push((await open()).server);
		expect(spare.map(({ destroyed }) => destroyed)).toEqual([true, ...Array(16).fill(false)]);
	});
});

describe('A client that receives a response', () => {
	beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
	afterEach(() => void vi.useRealTimers());

	/** More bytes than the system buffers for a connection. */
	const LARGE = Buffer.alloc(64 * 2 ** 20);
	const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
	const limits = { total: 100, ofOneAddress: 100 };
	const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);

	/** Requests a large response without reading it. Returns when the buffers of the system are full. */
	async function openUnread(): Promise<{ client: Socket; server: Socket }> {
		const pair = await open();
		pair.client.pause();
		pair.client.write(REQUEST);
		await expect.poll(() => pair.server.writableLength).toBeGreaterThan(0);
		return pair;
	}

	test('is disconnected if it reads nothing for 30 seconds', async () => {
		await start(limits, (_, response) => sendBody(response, LARGE));
		const { client, server } = await openUnread();
		seconds(29);
		expect(server.destroyed).toBe(false);
		// The system may have taken a little more data since the first check.
		seconds(31);
		expect(server.destroyed).toBe(true);
		// The server resets the connection, so that the system frees its buffers.
		client.resume();
		await expect(once(client, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
	});

	test('stays connected while it reads slowly', async () => {
		await start(limits, (_, response) => sendBody(response, LARGE));
		const { client, server } = await openUnread();
		const taken = () => server.bytesWritten - server.writableLength;
		for (let round = 0; round < 3; round++) {
			seconds(20);
			const before = taken();
			// The client reads as little as possible: on a fast machine it could otherwise read the whole body in one round.
			const pauseAfterProgress = () => taken() > before && client.pause();
			client.on('data', pauseAfterProgress).resume();
			await expect.poll(taken).toBeGreaterThan(before);
			client.off('data', pauseAfterProgress).pause();
			seconds(1);
			expect(server.destroyed).toBe(false);
		}
	});

	test('can wait longer for a response, or before its next request', async () => {
		await start(limits);
		const waiting = await open();
		waiting.client.write(REQUEST);
		await once(http, 'request');
		const idle = await open();
		seconds(60);
		expect([waiting.server.destroyed, idle.server.destroyed]).toEqual([false, false]);
	});
});
