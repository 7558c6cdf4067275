import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRunning } from '../../src/shared/is-running.ts';
import { RawConnection, requestOnce } from '../support/raw-http.ts';
import { startCommand } from '../support/run-command.ts';
import { listening, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

/** A server that waits for idle clients needs ten seconds to stop. */
const SOON = 9000;
/** Other processes can only make servers and clients slower, so the fastest attempt counts. */
const FASTEST = { retry: 4 } as const;

let directory: SmallDirectory;

beforeAll(() => {
	directory = copyDirectory('api');
});
afterAll(() => directory?.remove());

describe.concurrent('A server that is stopping', () => {
	test('does not wait for idle or unused connections', FASTEST, async () => {
		const server = await startServer(directory);
		const used = await RawConnection.open(server.port);
		await used.request('GET', '/healthz');
		const silent = await RawConnection.open(server.port);
		// After this response, the server has accepted all earlier connections.
		await requestOnce(server.port, 'GET', '/healthz');
		const start = performance.now();
		expect(await server.stop()).toBe(0);
		expect(performance.now() - start).toBeLessThan(SOON);
		expect(await used.read()).toBeUndefined();
		expect(await silent.read()).toBeUndefined();
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

/** The IDs of a process and its descendants. */
function withDescendants(pid: number): number[] {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
	return [pid, ...children.flatMap(withDescendants)];
}
