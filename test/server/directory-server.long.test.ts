import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEMS, reasonOf } from '../../src/server/problems.ts';
import { checkDocumented } from '../contract/documented.ts';
import { ownDirectory } from '../support/own-server.ts';
import { RawConnection, type RawResponse, requestOnce } from '../support/raw-http.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

const directory = ownDirectory('api');
const key = `X-API-Key: ${directory.key}`;

describe.concurrent('A server that is stopping', () => {
	test('completes all responses, asks clients to close, and exits with 0', async ({ expect }) => {
		const server = await startServer(directory);
		const clients = Array.from({ length: 6 }, () => new BusyClient(server.port, key));
		const answers = () => clients.reduce((sum, client) => sum + client.answered, 0);
		await expect.poll(answers).toBeGreaterThan(100);
		expect(await server.stop()).toBe(0);
		for (const client of clients) expect(await client.finished).toEqual({ failures: [], toldToGo: true });
		expect(server.log().filter(({ path }) => path === '/v1/programs')).toHaveLength(answers());
	});

	test('reports it at /healthz and /readyz', async ({ expect }) => {
		const server = await startServer(directory);
		expect(JSON.parse(String((await requestOnce(server.port, 'GET', '/healthz')).body))).toEqual({
			status: 'ok',
			release: expect.stringMatching(/^\w+$/),
			snapshot: expect.stringMatching(/^\w+$/),
		});
		// The server stops listening 0.7 s after the signal, and then waits 10 s for requests that have begun.
		const [health, readiness] = await Promise.all(['/healthz', '/readyz'].map((path) => beginRequest(server, path)));
		const stopped = server.stop();
		await expect.poll(() => isListening(server.port)).toBe(false);
		const [draining, notReady] = await Promise.all([health!, readiness!].map((request) => request.end()));
		expect([draining!.status, draining!.headers.get('connection')]).toEqual([503, 'close']);
		expect(JSON.parse(String(draining!.body)).status).toBe('draining');
		const { status, reasons } = JSON.parse(String(notReady!.body));
		expect([status, reasons[0]]).toEqual(['not ready', reasonOf(PROBLEMS.DRAINING)]);
		expect(await stopped).toBe(0);
	});
});

describe.concurrent('A server', () => {
	let server: ServerProcess;

	beforeAll(async () => {
		server = await startServer(directory);
	});
	afterAll(() => server?.stop());

	test('responds to Expect: 100-continue immediately, without asking for the body', async () => {
		for (const expectation of ['100-continue', 'something-else']) {
			const headers = [key, 'Content-Length: 1000000', `Expect: ${expectation}`];
			const response = await requestOnce(server.port, 'POST', '/v1/categories', headers);
			expect(response.status).toBe(405);
			expect(JSON.parse(String(response.body)).code).toBe('METHOD_NOT_ALLOWED');
			// A body that follows could not be distinguished from a request.
			if (expectation === '100-continue') expect(response.headers.get('connection')).toBe('close');
		}
	});

	test('responds to pipelined requests, and disconnects a client that sends too many', async () => {
		const request = `GET /v1/categories HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`;
		const some = await RawConnection.open(server.port);
		some.write(request.repeat(50));
		for (let i = 0; i < 50; i++) expect((await some.read())?.status).toBe(200);
		some.close();
		const many = await RawConnection.open(server.port);
		many.write(request.repeat(100));
		let answers = 0;
		while ((await many.read().catch(() => undefined)) !== undefined) answers++;
		expect(answers).toBeLessThan(100);
	});
});

describe.concurrent('A server with the maximum of connections', () => {
	test('responds to health checks on further connections, and with 503 to other requests', async ({ expect }) => {
		const server = await startServer(directory, { env: { MAX_CONNECTIONS: '2' } });
		const connections = await Promise.all([1, 2].map(() => RawConnection.open(server.port)));
		for (const connection of connections) {
			// A server that has just started is not ready yet.
			await expect.poll(async () => (await connection.request('GET', '/readyz'))?.status).toBe(200);
		}
		for (const path of ['/healthz', '/readyz']) {
			const health = await requestOnce(server.port, 'GET', path);
			expect([path, health.status, health.headers.get('connection')]).toEqual([path, 200, 'close']);
		}
		for (const path of ['/v1/categories', '/']) {
			const refused = await requestOnce(server.port, 'GET', path, [key]);
			expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '5']);
			expect(refused.headers.get('connection')).toBe('close');
			expect(String(refused.body)).toContain('There are too many open connections. Try again in a few seconds.');
			if (path !== '/') checkDocumented('GET', path, refused, String(refused.body));
		}
		// The first connections still work.
		expect((await connections[0]!.request('GET', '/v1/categories', [key]))?.status).toBe(200);
		connections[0]!.close();
		const status = async () => (await requestOnce(server.port, 'GET', '/v1/categories', [key])).status;
		await expect.poll(status).toBe(200);
		for (const connection of connections) connection.close();
		await server.stop();
		const warnings = server.log().filter(({ msg }) => msg?.includes('MAX_CONNECTIONS'));
		expect(warnings).toMatchObject([
			{ level: 'warn', msg: 'there are more connections than MAX_CONNECTIONS allows; further connections get a 503' },
		]);
	});

	test.skipIf(process.platform !== 'linux')('limits each address, unless it is a trusted proxy', async () => {
		const env = { MAX_CONNECTIONS_PER_ADDRESS: '1' };
		const strict = await startServer(directory, { env });
		const trusting = await startServer(directory, { env: { ...env, TRUST_PROXY: '127.0.0.1' } });
		for (const [server, status] of [
			[strict, 503],
			[trusting, 200],
		] as const) {
			const first = await RawConnection.open(server.port);
			await first.request('GET', '/healthz');
			expect((await requestOnce(server.port, 'GET', '/v1/categories', [key])).status).toBe(status);
			first.close();
			await server.stop();
		}
	});
});

describe.concurrent('The readiness of a server', () => {
	test('depends on whether it can read and write its state, and does not wait for locks', async ({ expect }) => {
		const state = join(directory.folder, 'state-of-readiness');
		cpSync(directory.state, state, { recursive: true });
		const server = await startServer({ ...directory, state });
		const ready = async () => {
			const { status, body } = await requestOnce(server.port, 'GET', '/readyz');
			return [status, ...JSON.parse(String(body)).reasons.map(({ code }: { code: string }) => code)];
		};
		await expect.poll(ready).toEqual([200]);
		const other = new Database(join(state, 'state.sqlite'));
		other.exec('BEGIN IMMEDIATE');
		await expect.poll(ready).toEqual([200, 'STATE_NOT_WRITABLE']);
		expect((await requestOnce(server.port, 'GET', '/healthz')).status).toBe(200);
		expect((await requestOnce(server.port, 'GET', '/v1/categories', [key])).status).toBe(200);
		other.exec('ROLLBACK');
		other.close();
		await expect.poll(ready).toEqual([200]);
		renameSync(join(state, 'state.sqlite'), join(state, 'moved.sqlite'));
		await expect.poll(ready).toEqual([200, 'STATE_NOT_WRITABLE']);
		expect((await requestOnce(server.port, 'GET', '/v1/categories', [key])).status).toBe(200);
		renameSync(join(state, 'moved.sqlite'), join(state, 'state.sqlite'));
		await expect.poll(ready).toEqual([200]);
		await server.stop();
		const said = server.log().filter(({ msg }) => msg?.startsWith('the state can'));
		expect(said.map(({ level }) => level)).toEqual(['error', 'info', 'error', 'info']);
		expect(said[0]).toMatchObject({ err: { type: 'StateUnavailable' } });
	});
});

/** Sends the first part of a request, over a connection that the server has accepted. */
async function beginRequest(server: ServerProcess, path: string) {
	const connection = await RawConnection.open(server.port);
	await connection.request('GET', '/healthz');
	connection.write(`GET ${path} HTTP/1.1\r\nHost: directory.example\r\n`);
	return {
		async end(): Promise<RawResponse> {
			connection.write('\r\n');
			return (await connection.read())!;
		},
	};
}

async function isListening(port: number): Promise<boolean> {
	const connection = await RawConnection.open(port).catch(() => undefined);
	connection?.close();
	return connection !== undefined;
}

/** A client that sends its next request after each response, until the server has gone. */
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
						// Connections that are not accepted yet when the server stops listening never reach it.
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
