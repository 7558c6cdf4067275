import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestOnce } from '../support/raw-http.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { makeDirectory } from '../support/small-directory.ts';
import { attackerConnection, Bystander, measure, memoryOf, pipelinedRequests, report } from './attack.ts';

/** The bytes of requests that an attacker sends over each connection. */
const PIPELINE = 65_536;
/** The limits for the waiting time of others during an attack, in milliseconds, and for the memory, in megabytes. */
const LONGEST_WAIT = 2000;
const MOST_MEMORY = 200;

let server: ServerProcess;
let pid: number;

const directory = await makeDirectory({ programs: 1000, reviews: 5000, site: true });
afterAll(() => directory.remove());

beforeEach(async () => {
	server = await startServer(directory);
	pid = server.child.pid!;
	await expect.poll(async () => (await get('/readyz')).status, { timeout: 30_000 }).toBe(200);
	for (const path of ['/', '/programs/search/?q=a', '/compare/', '/sitemap.xml']) await get(path);
});
afterEach(() => void server?.child.kill('SIGKILL'));

function get(path: string) {
	return requestOnce(server.port, 'GET', path);
}

/** The largest file of the website that is served unchanged: a part of the sitemap. */
async function largePath(): Promise<string> {
	const index = String((await get('/sitemap.xml')).body);
	const paths = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
	const sizes = await Promise.all(paths.map(async (path) => ({ path, size: (await get(path)).body.length })));
	return sizes.sort((a, b) => b.size - a.size)[0]!.path;
}

describe('Pipelined requests', () => {
	test.each([
		['for a sitemap', 4, undefined, true],
		['for a sitemap, with unread responses', 4, undefined, false],
		['for the explorer', 4, '/programs/search/?q=a&page=', true],
		['for the explorer, with unread responses', 4, '/programs/search/?q=a&page=', false],
	] as const)('%s, over %i connections, do not hold up others', async (what, count, search, isClosed) => {
		const path = await largePath();
		const requests = pipelinedRequests(PIPELINE, (i) => (search === undefined ? path : `${search}${i}`));
		const sockets: Socket[] = [];
		const cost = await measure(pid, server.port, async () => {
			for (let i = 0; i < count; i++) {
				const socket = await attackerConnection(server.port);
				socket.pause();
				sockets.push(socket);
				await new Promise((resolve) => socket.write(requests, resolve));
				if (isClosed) socket.resetAndDestroy();
			}
		});
		for (const socket of sockets) socket.destroy();
		report(`64 kB ${what}, ${count} times${isClosed ? ', closed at once' : ''}`, cost);
		expect(cost.failures).toBe(0);
		expect(cost.longestWait).toBeLessThan(LONGEST_WAIT);
		expect(cost.memory - cost.memoryBefore).toBeLessThan(MOST_MEMORY);
	});
});

describe('Clients that never read', () => {
	test('are disconnected after half a minute', async () => {
		const path = await largePath();
		const sockets: Socket[] = [];
		const isOpen = (socket: Socket) => !socket.destroyed;
		const cost = await measure(pid, server.port, async () => {
			for (let i = 0; i < 200; i++) {
				const socket = await attackerConnection(server.port);
				// Several requests, so that the buffers of the system are full.
				socket.pause();
				socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(30));
				sockets.push(socket);
			}
			await sleep(45_000);
		});
		const memoryAfter = memoryOf(pid);
		// Reading reveals that the connection is closed.
		for (const socket of sockets) socket.resume();
		await sleep(2000);
		const open = sockets.filter(isOpen).length;
		report('200 clients that never read, 45 s', cost);
		console.log(`After that ${open} of them were still connected; the server held ${memoryAfter.toFixed(0)} MB.`);
		for (const socket of sockets) socket.destroy();
		expect(open).toBe(0);
		expect(cost.failures).toBe(0);
		expect(cost.longestWait).toBeLessThan(LONGEST_WAIT);
	});
});

describe('A flood of searches', () => {
	test('from one address leaves space for others', async () => {
		const statuses = new Map<number, number>();
		let isOver = false;
		let count = 0;
		const searches = new Bystander(server.port, '/programs/search/?q=b');
		const flood = async () => {
			const clients = Array.from({ length: 100 }, async () => {
				const socket = await attackerConnection(server.port);
				let received = '';
				socket.setEncoding('latin1').on('data', (text: string) => {
					received = text;
					const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
					if (status > 0) {
						statuses.set(status, (statuses.get(status) ?? 0) + 1);
						ask();
					}
				});
				const ask = () => {
					if (!isOver) socket.write(`GET /programs/search/?q=a&min_guaranteed=${count++} HTTP/1.1\r\nHost: a\r\n\r\n`);
				};
				ask();
				while (!isOver) await sleep(100);
				socket.destroy();
				return received;
			});
			await sleep(10_000);
			isOver = true;
			await Promise.all(clients);
		};
		const cost = await measure(pid, server.port, flood);
		await searches.stop();
		report('100 clients at one address that search for 10 s', cost);
		console.log(
			`They were answered ${JSON.stringify(Object.fromEntries(statuses))}. Meanwhile a client at another address made ` +
				`${searches.answers} searches, waited up to ${searches.longestWait.toFixed(0)} ms, and ${searches.failures} failed.`,
		);
		expect(cost.failures + searches.failures).toBe(0);
		expect(cost.longestWait).toBeLessThan(LONGEST_WAIT);
		expect(searches.longestWait).toBeLessThan(LONGEST_WAIT);
	});
});
