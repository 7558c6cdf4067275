import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRunning } from '../../src/is-running.ts';
import { RawConnection, requestOnce } from '../support/raw-http.ts';
import { startCommand, succeed } from '../support/run-command.ts';
import { listening, type ServerProcess, startServer } from '../support/running-server.ts';
import { makeDirectory, type SmallDirectory } from '../support/small-directory.ts';

/** Within what a server without work has stopped, in milliseconds: much more than it takes, less than anyone waits. */
const SOON = 6000;
/** Characters. */
const LARGE = 8_000_000;

let directory: SmallDirectory;
let key: string;

beforeAll(async () => {
	directory = await makeDirectory();
	key = `X-API-Key: ${directory.key}`;
});
afterAll(() => directory?.remove());

describe.concurrent('A server that is asked to stop', () => {
	test('answers whole whatever reaches it, tells clients to go, and exits with 0', async () => {
		const server = await startServer(directory);
		const clients = Array.from({ length: 6 }, () => new BusyClient(server.port, key));
		const answers = () => clients.reduce((sum, client) => sum + client.answered, 0);
		await expect.poll(answers, { timeout: 20_000 }).toBeGreaterThan(100);
		const asked = performance.now();
		expect(await server.stop()).toBe(0);
		expect(performance.now() - asked).toBeLessThan(SOON);
		for (const client of clients) expect(await client.finished).toEqual({ failures: [], toldToGo: true });
		expect(server.log().filter(({ path }) => path === '/v1/programs')).toHaveLength(answers());
	});

	test('says so at /healthz, for whoever sends it requests', async () => {
		const server = await startServer(directory);
		const connection = await RawConnection.open(server.port);
		const ready = await connection.request('GET', '/healthz');
		expect(ready?.status).toBe(200);
		expect(JSON.parse(String(ready?.body))).toEqual({
			status: 'ok',
			release: expect.stringMatching(/^\w+$/),
			snapshot: expect.stringMatching(/^\w+$/),
		});
		const stopped = server.stop();
		let draining = ready;
		while (draining?.status === 200) draining = await connection.request('GET', '/healthz');
		expect(draining?.status).toBe(503);
		expect(draining?.headers.get('connection')).toBe('close');
		expect(JSON.parse(String(draining?.body)).status).toBe('draining');
		expect(await stopped).toBe(0);
	});

	test('finishes an answer that a slow client is still reading', async () => {
		const slug = makeLargeProgram(directory.snapshot);
		const out = join(directory.folder, 'large');
		await succeed('build', ['--snapshot', directory.snapshot, '--out', out, '--only', 'api']);
		const server = await startServer({ ...directory, out });
		const connection = await RawConnection.open(server.port);
		connection.socket.pause();
		const answer = connection.request('GET', `/v1/programs/${slug}`, [key]);
		await sleep(300);
		const stopped = server.stop();
		await sleep(1500);
		connection.socket.resume();
		expect(JSON.parse(String((await answer)?.body)).data.long_description).toHaveLength(LARGE);
		expect(await stopped).toBe(0);
	});

	test('is not held up by connections that are idle, or were never used', async () => {
		const server = await startServer(directory);
		const used = await RawConnection.open(server.port);
		await used.request('GET', '/healthz');
		const silent = await RawConnection.open(server.port);
		await sleep(100);
		const asked = performance.now();
		expect(await server.stop()).toBe(0);
		expect(performance.now() - asked).toBeLessThan(SOON);
		expect(await used.read()).toBeUndefined();
		expect(await silent.read()).toBeUndefined();
	});

	test('heeds a signal that comes as soon as it says where it listens', async () => {
		for (let round = 0; round < 3; round++) {
			const server = await startServer(directory);
			expect(await server.stop()).toBe(0);
		}
	});

	// Elsewhere nothing tells which processes a process started.
	test.skipIf(process.platform !== 'linux').each([
		['the launcher', 'SIGTERM'],
		['the launcher', 'SIGINT'],
		['npm start', 'SIGTERM'],
	] as const)('through %s ends too on %s, so that no process is left', async (through, signal) => {
		const { snapshot, out, state } = directory;
		const options = ['--out', out, '--state', state, '--port', '0'];
		const child =
			through === 'npm start'
				? spawn('npm', ['start', '--', '--snapshot', snapshot, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
				: startCommand('serve', options, { launched: true });
		const server = await listening(child);
		expect((await requestOnce(server.port, 'GET', '/healthz')).status).toBe(200);
		const processes = withDescendants(child.pid!);
		expect(processes.length).toBeGreaterThan(1);
		const status = await server.stop(signal);
		if (through === 'the launcher') expect(status).toBe(0);
		// npm may go before the process it waits for.
		for (let wait = 0; wait < SOON && processes.some(isRunning); wait += 100) await sleep(100);
		expect(processes.filter(isRunning)).toEqual([]);
	});
});

describe('A request that waits in a pipeline', () => {
	test('is decided on in its turn: a key that was revoked meanwhile is refused', async () => {
		const slug = makeLargeProgram(directory.snapshot);
		const out = join(directory.folder, 'pipeline');
		await succeed('build', ['--snapshot', directory.snapshot, '--out', out, '--only', 'api']);
		const server = await startServer({ ...directory, out });
		const wish = ['create', '--account', 'ada@site.example', '--name', 'waits', '--json'];
		const { id, key } = JSON.parse(await succeed('keys', [...wish, '--state', directory.state]));
		const connection = await RawConnection.open(server.port);
		connection.socket.pause();
		for (const path of [`programs/${slug}`, 'categories', 'categories']) {
			connection.write(`GET /v1/${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`);
		}
		await sleep(300);
		await succeed('keys', ['revoke', id, '--state', directory.state]);
		connection.socket.resume();
		for (const status of [200, 401, 401]) expect((await connection.read())?.status).toBe(status);
		expect(await server.stop()).toBe(0);
	});
});

describe.concurrent('A server', () => {
	let server: ServerProcess;

	beforeAll(async () => {
		server = await startServer(directory);
	});
	afterAll(() => server?.stop());

	test('cuts off a client that sends half a head', async () => {
		const connection = await RawConnection.open(server.port);
		const start = performance.now();
		connection.write(`GET /v1/programs HTTP/1.1\r\nHost: a\r\n${key}\r\nX-Slow: `);
		const response = await connection.read();
		const waited = performance.now() - start;
		expect(waited).toBeGreaterThan(9000);
		expect(waited).toBeLessThan(14_000);
		if (response !== undefined) expect(response.status).toBe(408);
		expect(await connection.read()).toBeUndefined();
	}, 50_000);

	test('answers a request in absolute form as one for its path', async () => {
		const response = await requestOnce(server.port, 'GET', 'http://other.example/v1/categories', [key]);
		expect(response.status).toBe(200);
	});

	test('answers at once, without asking for the body, a client that waits to be told to send it', async () => {
		for (const expectation of ['100-continue', 'something-else']) {
			const headers = [key, 'Content-Length: 1000000', `Expect: ${expectation}`];
			const response = await requestOnce(server.port, 'POST', '/v1/programs', headers);
			expect(response.status).toBe(405);
			expect(JSON.parse(String(response.body)).code).toBe('METHOD_NOT_ALLOWED');
			// What it sends now could not be told from a request.
			if (expectation === '100-continue') expect(response.headers.get('connection')).toBe('close');
		}
	});

	test('writes a text with line breaks into no header as it is', async () => {
		const response = await requestOnce(server.port, 'GET', '/v1/programs?q=a%0D%0AX-Evil:%201', [key]);
		expect(response.status).toBe(200);
		expect(response.headers.get('link')).toContain('q=a%0D%0AX-Evil%3A%201');
		expect(response.headers.has('x-evil')).toBe(false);
	});
});

/** Gives a program more text than the system holds for a connection; returns its slug. */
function makeLargeProgram(snapshot: string): string {
	const db = new Database(snapshot);
	const update =
		"UPDATE programs SET long_description = ? WHERE status = 'published' AND slug = (SELECT min(slug) FROM programs WHERE status = 'published') RETURNING slug";
	const slug = db.prepare<[string], string>(update).pluck().get('x'.repeat(LARGE));
	db.close();
	return slug!;
}

/** A client that asks again as soon as it is answered, until the server is gone. */
class BusyClient {
	answered = 0;
	readonly finished: Promise<{ failures: string[]; toldToGo: boolean }>;

	constructor(port: number, key: string) {
		this.finished = this.#run(port, key);
	}

	async #run(port: number, key: string): Promise<{ failures: string[]; toldToGo: boolean }> {
		const failures: string[] = [];
		let toldToGo = false;
		while (true) {
			const connection = await RawConnection.open(port).catch(() => undefined);
			if (connection === undefined) return { failures, toldToGo };
			for (let first = true; ; first = false) {
				try {
					const response = await connection.request('GET', '/v1/programs?per_page=100', [key]);
					if (response === undefined) {
						// What still waits to be accepted when the door closes never reaches the server.
						if (!(first && toldToGo)) failures.push('closed without an answer');
						break;
					}
					if (response.status !== 200) failures.push(`${response.status} ${response.body}`);
					JSON.parse(String(response.body));
					this.answered++;
					if (response.headers.get('connection') === 'close') {
						toldToGo = true;
						break;
					}
				} catch (error) {
					failures.push(String(error));
					break;
				}
			}
			connection.close();
		}
	}
}

/** A process and all that it started, by id. */
function withDescendants(pid: number): number[] {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
	return [pid, ...children.flatMap(withDescendants)];
}
