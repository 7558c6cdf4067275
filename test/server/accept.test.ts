import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Acceptor, accept } from '../../src/server/accept.ts';

const CLIENTS = 128;

let http: Server;
let acceptor: Acceptor;
let port: number;
const clients: Socket[] = [];

beforeEach(async () => {
	http = createServer((_, response) => response.end('answer'));
	acceptor = await accept(http, { host: '127.0.0.1', port: 0 });
	port = Number(new URL(acceptor.address).port);
});
afterEach(async () => {
	for (const client of clients.splice(0)) client.destroy();
	await acceptor.close();
});

/** Begins to open connections. They are complete before the server's next turn, because the system accepts them first. */
function open(count: number): void {
	for (let i = 0; i < count; i++) clients.push(connect(port, '127.0.0.1').on('error', () => {}));
}

/** Counts the turns of the event loop until the server has accepted this many connections. */
function turnsUntilAccepted(count: number): Promise<number> {
	return new Promise((resolve) => {
		let accepted = 0;
		let turns = 0;
		http.on('connection', () => accepted++);
		const look = () => {
			turns++;
			if (accepted === count) resolve(turns);
			else setImmediate(look);
		};
		setImmediate(look);
	});
}

describe('A server', () => {
	// Other systems do not let several sockets share a port, so there the server accepts one connection in each turn.
	test.runIf(process.platform === 'linux')(
		'accepts many waiting connections in each turn of the event loop',
		async () => {
			open(CLIENTS);
			expect(await turnsUntilAccepted(CLIENTS)).toBeLessThan(CLIENTS / 4);
		},
	);

	test('answers on each of its connections', async () => {
		open(CLIENTS);
		const answers = clients.map(async (client) => {
			client.end('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
			let answer = '';
			for await (const part of client) answer += part;
			return answer.split('\r\n').at(-1);
		});
		expect(new Set(await Promise.all(answers))).toEqual(new Set(['answer']));
	});

	test('cannot listen on the port of another server', async () => {
		await expect(accept(createServer(), { host: '127.0.0.1', port })).rejects.toThrow(`port ${port} is in use`);
	});
});

test('A server that closes refuses new connections, and waits until the open ones are closed', async () => {
	let left = 0;
	http.on('connection', (connection: Socket) => {
		left++;
		connection.on('close', () => left--);
	});
	open(CLIENTS);
	await turnsUntilAccepted(CLIENTS);
	let isClosed = false;
	const closed = acceptor.close().then(() => (isClosed = true));
	for (let i = 0; i < CLIENTS; i++) {
		const [error] = await once(connect(port, '127.0.0.1'), 'error');
		expect(error).toMatchObject({ code: 'ECONNREFUSED' });
	}
	for (const client of clients.splice(1)) client.destroy();
	await expect.poll(() => left).toBe(1);
	expect(isClosed).toBe(false);
	clients[0]!.destroy();
	await closed;
});
