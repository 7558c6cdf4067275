import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { childProcesses } from '../support/child-processes.ts';
import { ownDirectory } from '../support/own-server.ts';
import { RawConnection, requestOnce } from '../support/raw-http.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

const VISITORS = 32;
const KILLS = 2;

const directory = ownDirectory('api');
let server: ServerProcess;

beforeEach(async () => {
	server = await startServer(directory, { env: { WORKERS: '2', ...SHOW_PROCESS } });
});
afterEach(() => void server.child.kill('SIGKILL'));

/** The environment of a server that puts the process ID into its request IDs. */
const SHOW_PROCESS = { NODE_OPTIONS: `--import=${new URL('../support/process-ids.ts', import.meta.url)}` };

/** The worker processes. */
const workers = () => childProcesses(server.child.pid!);

const KEY = () => [`X-API-Key: ${directory.key}`];

/** Requests the categories over a new connection. */
async function requestCategories(): Promise<{ status: number; process: string }> {
	const { status, headers } = await requestOnce(server.port, 'GET', '/v1/categories', KEY());
	return { status, process: headers.get('x-request-id')!.split('-')[0]! };
}

/** Waits until two processes respond. */
async function twoAnswer(): Promise<void> {
	const answering = async () =>
		new Set((await Promise.all(Array.from({ length: 20 }, requestCategories))).map((one) => one.process));
	await expect.poll(async () => (await answering()).size, { timeout: 20_000 }).toBe(2);
}

/** The results of requests that each open a new connection. */
type Visits = { answered: number; cutOff: number; refused: number };

/** Sends requests repeatedly, several at once, until no server listens or `isOver` returns true. */
async function visit(isOver: () => boolean): Promise<Visits> {
	const visits = { answered: 0, cutOff: 0, refused: 0 };
	await Promise.all(
		Array.from({ length: VISITORS }, async () => {
			for (let refused = 0; !isOver() && refused === 0; visits.refused += refused) {
				try {
					visits[(await requestCategories()).status === 200 ? 'answered' : 'cutOff']++;
				} catch (error) {
					if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') refused = 1;
					else visits.cutOff++;
				}
			}
		}),
	);
	return visits;
}

describe('serve --workers 2', () => {
	test('logs every request on its own line, and adds up the use of a key', async () => {
		const state = openSqlite(directory.state);
		const used = () => state.database.prepare('SELECT sum(requests) FROM key_usage').pluck().get() as number | null;
		const before = used() ?? 0;
		for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 30 }, requestCategories));
		expect(await server.stop()).toBe(0);
		expect(server.log().filter(({ path }) => path === '/v1/categories')).toHaveLength(300);
		expect(used()! - before).toBe(300);
		state.close();
	});

	test('keeps working when a process is killed, and replaces it', async () => {
		const [victim] = workers();
		process.kill(victim!, 'SIGKILL');
		await expect.poll(() => workers().length, { timeout: 20_000 }).toBe(1);
		expect((await requestCategories()).status).toBe(200);
		await twoAnswer();
		expect(await server.stop()).toBe(0);
		expect(server.log()).toContainEqual(
			expect.objectContaining({ level: 'error', worker: victim, signal: 'SIGKILL', msg: expect.any(String) }),
		);
	});

	// Other systems do not list sockets in this file.
	test.runIf(process.platform === 'linux')(
		'listens with 16 sockets, and a killed process takes no connection with it that waits there',
		async () => {
			expect(listeningSockets(server.port)).toBe(16);
			const [victim, other] = workers();
			for (const pid of [victim!, other!]) process.kill(pid, 'SIGSTOP');
			const waiting = await Promise.all(Array.from({ length: 64 }, () => RawConnection.open(server.port)));
			process.kill(victim!, 'SIGKILL');
			process.kill(other!, 'SIGCONT');
			const answers = await Promise.all(
				waiting.map((connection) => connection.request('GET', '/v1/categories', KEY())),
			);
			expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200]));
			for (const connection of waiting) connection.close();
			await twoAnswer();
			expect(listeningSockets(server.port)).toBe(16);
		},
	);

	test('loses only requests of a killed process, leaves no client waiting, and responds to all other requests', async () => {
		let isOver = false;
		const visiting = visit(() => isOver);
		for (let kills = 0; kills < KILLS; kills++) {
			process.kill(workers()[0]!, 'SIGKILL');
			await sleep(100);
			await twoAnswer();
		}
		isOver = true;
		const { answered, cutOff, refused } = await visiting;
		expect(refused).toBe(0);
		expect(cutOff).toBeLessThanOrEqual(KILLS * VISITORS);
		expect(answered).toBeGreaterThan(100);
	});

	test('leaves no new client waiting while SIGTERM stops it, even if other requests take long', async () => {
		const slow = await RawConnection.open(server.port);
		slow.write('GET /healthz HTTP/1.1\r\n');
		const visiting = visit(() => false);
		await sleep(300);
		const stopped = server.stop();
		expect((await visiting).refused).toBe(VISITORS);
		expect(server.child.exitCode).toBeNull();
		slow.write('Host: a\r\n\r\n');
		expect((await slow.read())?.status).toBe(503);
		expect(await stopped).toBe(0);
	});
});

/** The number of sockets that listen on a port of 127.0.0.1. */
function listeningSockets(port: number): number {
	const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
	const LISTENS = '0A';
	const rows = readFileSync('/proc/net/tcp', 'utf8')
		.split('\n')
		.map((row) => row.trim().split(/\s+/));
	return rows.filter(([, local, , state]) => local === address && state === LISTENS).length;
}
