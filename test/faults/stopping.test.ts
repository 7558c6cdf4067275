import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isRunning } from '../../src/shared/is-running.ts';
import { ownDirectory } from '../support/own-server.ts';
import { RawConnection, requestOnce } from '../support/raw-http.ts';
import { startCommand } from '../support/run-command.ts';
import { listening, type ServerProcess, startServer } from '../support/running-server.ts';

/** How much later than another a server may end, in milliseconds. If it waits for clients, it ends ten seconds later. */
const MOST_LATER = 5000;

const directory = ownDirectory('api');

describe.concurrent('A server that is stopping', () => {
	test('does not wait for idle or unused connections', async () => {
		const [server, unvisited] = await Promise.all([startReady(), startReady()]);
		const used = await RawConnection.open(server.port);
		await used.request('GET', '/healthz');
		const silent = await RawConnection.open(server.port);
		const end = async (one: ServerProcess) => ({ status: await one.stop(), at: performance.now() });
		const [ended, baseline] = await Promise.all([end(server), end(unvisited)]);
		expect([ended.status, baseline.status]).toEqual([0, 0]);
		expect(await used.read()).toBeUndefined();
		expect(await silent.read()).toBeUndefined();
		expect(ended.at - baseline.at).toBeLessThan(MOST_LATER);
	});

	test('handles a signal right after it prints its address', async () => {
		for (let round = 0; round < 3; round++) {
			const server = await startServer(directory);
			expect(await server.stop()).toBe(0);
		}
	});

	// Other systems do not list the child processes of a process.
	test.skipIf(process.platform !== 'linux').each([
		['the launcher', 'SIGTERM'],
		['the launcher', 'SIGINT'],
		['npm start', 'SIGTERM'],
	] as const)('ends with all its processes if %s receives %s', async (through, signal) => {
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
		// npm can end before the process that it waits for.
		const end = performance.now() + 60_000;
		while (performance.now() < end && processes.some(isRunning)) await sleep(100);
		expect(processes.filter(isRunning)).toEqual([]);
	});
});

/** Starts a server that has loaded all its modules. A server that is still loading some cannot end. */
async function startReady(): Promise<ServerProcess> {
	const server = await startServer(directory);
	while ((await requestOnce(server.port, 'GET', '/readyz')).status !== 200) await sleep(50);
	return server;
}

/** The IDs of a process and its descendants. */
function withDescendants(pid: number): number[] {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
	return [pid, ...children.flatMap(withDescendants)];
}
