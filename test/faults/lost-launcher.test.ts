import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { childProcesses } from '../support/child-processes.ts';
import { ownDirectory } from '../support/own-server.ts';
import { isAlive, startGroup } from '../support/process-group.ts';
import { RawConnection } from '../support/raw-http.ts';
import type { ServerProcess } from '../support/running-server.ts';

const directory = ownDirectory('site');

const launch = (...command: readonly string[]) => startGroup(['node', 'scripts/launch.mjs', ...command], directory);

/** Whether a server listens on the port. */
function isTaken(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.on('error', () => resolve(false));
		socket.on('connect', () => {
			socket.destroy();
			resolve(true);
		});
	});
}

const untilFree = (port: number) => expect.poll(() => isTaken(port), { timeout: 20_000 }).toBe(false);

const SERVE = 'scripts/serve.ts';
/** Far shorter than the time after which a server gives up on half a request, in milliseconds. */
const LATER = 2500;

describe('A server whose launcher is killed', () => {
	test.each([
		['serve', [SERVE]],
		['serve with two workers', [SERVE, '--workers', '2']],
		['start', ['scripts/start.ts']],
		['edit', ['scripts/edit.ts']],
		['dev', ['scripts/dev.ts']],
	] as const)('ends: %s', async (_, command) => {
		const server = await launch(...command);
		server.child.kill('SIGKILL');
		await untilFree(server.port);
		await expect.poll(() => isAlive(server), { timeout: 20_000 }).toBe(false);
	});

	test.each([
		['one process', [SERVE]],
		['two workers', [SERVE, '--workers', '2']],
	] as const)('finishes the requests that it is handling: %s', async (_, command) => {
		const server = await launch(...command);
		await expectRunningRequest(server, () => server.child.kill('SIGKILL'));
	});
});

test('Workers whose primary process is killed finish their requests, and end', async () => {
	const server = await launch(SERVE, '--workers', '2');
	const [primary] = childProcesses(server.child.pid!);
	await expectRunningRequest(server, () => process.kill(primary!, 'SIGKILL'));
});

/** Sends half a request, ends a process, and expects a response to the request before the server ends. */
async function expectRunningRequest(server: ServerProcess, end: () => void): Promise<void> {
	const slow = await RawConnection.open(server.port);
	slow.write('GET /healthz HTTP/1.1\r\n');
	await sleep(300);
	end();
	await sleep(LATER);
	slow.write('Host: a\r\n\r\n');
	expect((await slow.read())?.headers.get('connection')).toBe('close');
	await untilFree(server.port);
	await expect.poll(() => isAlive(server), { timeout: 20_000 }).toBe(false);
}
