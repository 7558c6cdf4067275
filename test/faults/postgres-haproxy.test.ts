/** Servers behind HAProxy whose PostgreSQL stops. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_HAPROXY } from '../bench/servers.ts';
import { type DeployedHaproxy, startDeployedHaproxy } from '../support/deployed-haproxy.ts';
import { ownDirectory } from '../support/own-server.ts';
import { createDatabase, PostgresServer } from '../support/postgres-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

/** How long PostgreSQL is stopped, in milliseconds. A drill stops it for longer. */
const STOPPED = Number(process.env.DRILL_SECONDS ?? 10) * 1000;
const CLIENTS = 8;
const PAGES = ['/', '/programs/', '/programs/search/?q=a', '/compare/', '/categories/', '/changes/', '/nothing/'];

describe.skipIf(!HAS_HAPROXY)(`Servers behind HAProxy${HAS_HAPROXY ? '' : ': HAProxy is not installed'}`, () => {
	let postgres: PostgresServer;
	const directory = ownDirectory('site');
	let servers: ServerProcess[] = [];
	let haproxy: DeployedHaproxy;
	beforeAll(async () => {
		postgres = await PostgresServer.start();
		const env = { DATABASE_URL: await createDatabase(postgres.url('postgres')), TRUST_PROXY: '1' };
		servers = [await startServer(directory, { env }), await startServer(directory, { env })];
		haproxy = await startDeployedHaproxy(
			directory.folder,
			servers.map(({ port }) => port),
		);
	});
	afterAll(async () => {
		await haproxy?.stop();
		for (const server of servers) await server.stop('SIGKILL');
		await postgres?.remove();
	});

	const statusOf = (path: string) =>
		requestOnce(haproxy.port, 'GET', path).then(
			({ status }) => status,
			() => undefined,
		);
	/** What each server says at `/readyz`. */
	const states = () =>
		Promise.all(
			servers.map(async (server) => JSON.parse(String((await requestOnce(server.port, 'GET', '/readyz')).body)).status),
		);

	test('lose no request for a page while PostgreSQL is stopped, and none when a server stops too', async () => {
		await expect.poll(() => statusOf('/'), { timeout: 30_000 }).toBe(200);
		await expect.poll(states, { timeout: 30_000 }).toEqual(['ready', 'ready']);
		const failed: string[] = [];
		let answered = 0;
		let isOver = false;
		const clients = Array.from({ length: CLIENTS }, async (_, client) => {
			for (let i = client; !isOver; i++) {
				const path = PAGES[i % PAGES.length]!;
				const status = await statusOf(path);
				if (status === (path === '/nothing/' ? 404 : 200)) answered++;
				else failed.push(`${path} ${status}`);
				await sleep(5);
			}
		});
		await sleep(1000);
		await postgres.stop();
		await expect.poll(states, { timeout: 30_000 }).toEqual(['degraded', 'degraded']);
		await sleep(STOPPED);
		await servers[1]!.stop();
		servers.length = 1;
		await sleep(1000);
		await postgres.start();
		await expect.poll(states, { timeout: 30_000 }).toEqual(['ready']);
		isOver = true;
		await Promise.all(clients);
		console.log(
			`PostgreSQL was stopped for ${STOPPED / 1000} s behind HAProxy: ${answered + failed.length} requests for pages, ${failed.length} failed`,
		);
		expect(failed).toEqual([]);
	});
});
