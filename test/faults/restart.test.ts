import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { childProcesses } from '../support/child-processes.ts';
import { requestOnce } from '../support/raw-http.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';
import { visitSteadily } from '../support/steady-visits.ts';

const RESTARTS = 3;

let directory: SmallDirectory;
let server: ServerProcess;

beforeEach(() => {
	directory = copyDirectory('api');
});
afterEach(() => {
	server?.child.kill('SIGKILL');
	directory.remove();
});

const workers = () => childProcesses(server.child.pid!).sort();
const restarts = () => server.log().filter(({ msg }) => msg === 'restarted all server processes').length;

/** Restarts the workers, and waits until all are new. */
async function restart(): Promise<void> {
	const before = restarts();
	server.child.kill('SIGHUP');
	await expect.poll(restarts).toBe(before + 1);
}

describe('SIGHUP', () => {
	test('replaces all processes, one after the other, without a failed request', async () => {
		server = await startServer(directory, { env: { WORKERS: '2' } });
		const old = workers();
		const visits = visitSteadily(() => server.port, directory.key);
		for (let i = 0; i < RESTARTS; i++) await restart();
		const { answered, failed } = await visits.end();
		expect(failed).toEqual([]);
		expect(answered).toBeGreaterThan(1000);
		const now = workers();
		expect(now).toHaveLength(2);
		expect(now.filter((pid) => old.includes(pid))).toEqual([]);
		expect(await server.stop()).toBe(0);
	});

	test('leaves the processes running if new ones cannot start', async () => {
		server = await startServer(directory, { env: { WORKERS: '2' } });
		const old = workers();
		const releases = join(directory.out, 'releases');
		renameSync(releases, `${releases}-away`);
		server.child.kill('SIGHUP');
		const failures = () => server.log().filter(({ msg }) => msg?.includes('the new one failed to start'));
		await expect.poll(failures).toHaveLength(1);
		expect(workers()).toEqual(old);
		renameSync(`${releases}-away`, releases);
		await restart();
		expect(workers().filter((pid) => old.includes(pid))).toEqual([]);
		expect(await server.stop()).toBe(0);
	});

	test('does not stop a server with only one process', async () => {
		server = await startServer(directory);
		let said = '';
		server.child.stderr!.on('data', (text) => (said += text));
		server.child.kill('SIGHUP');
		await expect.poll(() => said).toContain('SIGHUP does nothing');
		expect((await requestOnce(server.port, 'GET', '/healthz')).status).toBe(200);
		expect(await server.stop()).toBe(0);
	});
});
