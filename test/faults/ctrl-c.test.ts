import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { changeDatabase } from '../support/change-database.ts';
import { ownDirectory } from '../support/own-server.ts';
import { isAlive, signalGroup, startGroup } from '../support/process-group.ts';
import { RawConnection } from '../support/raw-http.ts';
import type { ServerProcess } from '../support/running-server.ts';
import { copyDirectory } from '../support/small-directory.ts';

/**
 * Longer than the time within which repeated signals count as one, in milliseconds, and far shorter than the time after
 * which a server gives up on half a request.
 */
const LATER = 2500;

const directory = ownDirectory('api');
/** Sends SIGINT to the whole group, like a terminal. */
function pressCtrlC({ child }: ServerProcess): void {
	signalGroup(child.pid!, 'SIGINT');
}

/** Sends the first half of a request, so that the server waits for the rest. */
async function beginRequest({ port }: ServerProcess): Promise<RawConnection> {
	const connection = await RawConnection.open(port);
	connection.write('GET /healthz HTTP/1.1\r\n');
	await sleep(300);
	return connection;
}

describe.each([
	['the launcher', ['node', 'scripts/launch.mjs', 'scripts/serve.ts']],
	['the launcher with --workers 2', ['node', 'scripts/launch.mjs', 'scripts/serve.ts', '--workers', '2']],
	['npm run serve', ['npm', 'run', 'serve']],
	['npm run serve with --workers 2', ['npm', 'run', 'serve', '--', '--workers', '2']],
	['npm start', ['npm', 'start']],
] as const)('Ctrl-C at %s', (_, command) => {
	test('ends the server after running requests finish', async () => {
		const server = await startGroup(command, directory);
		const ended = new Promise((resolve) => server.child.once('exit', resolve));
		const slow = await beginRequest(server);
		pressCtrlC(server);
		await sleep(LATER);
		slow.write('Host: a\r\n\r\n');
		expect((await slow.read())?.headers.get('connection')).toBe('close');
		expect(await ended).toBe(0);
	});

	test('ends the server immediately if it is pressed again', async () => {
		const server = await startGroup(command, directory);
		const ended = new Promise((resolve) => server.child.once('exit', resolve));
		const slow = await beginRequest(server);
		pressCtrlC(server);
		await sleep(LATER);
		pressCtrlC(server);
		expect(await slow.read()).toBeUndefined();
		expect(await ended).toBe(1);
	});
});

test('SIGINT ends npm run edit while it builds, and its connections to open pages', async () => {
	const edited = copyDirectory('site');
	onTestFinished(() => edited.remove());
	const server = await startGroup(['node', 'scripts/launch.mjs', 'scripts/edit.ts'], edited);
	const [, token] = /\?token=([\w-]+)/.exec(server.output())!;
	const headers = { Cookie: `edit-token-${server.port}=${token}` };
	const events = await fetch(`http://127.0.0.1:${server.port}/_edit/events`, { headers });
	const lastEvent = text(events.body!);
	changeDatabase(edited.snapshot, "UPDATE programs SET description = 'Edited.'");
	await expect.poll(() => isBuilding(join(edited.out, 'preview')), { interval: 5 }).toBe(true);
	const ended = new Promise((resolve) => server.child.once('exit', resolve));
	// Only the launcher gets the signal.
	server.child.kill('SIGINT');
	expect(await ended).toBe(0);
	expect(await lastEvent).toContain('"problems":[]');
	await expect.poll(() => isAlive(server)).toBe(false);
});

/** Whether the folder of a release that is not complete yet exists. */
function isBuilding(out: string): boolean {
	return readdirSync(join(out, 'releases')).some((name) => name.startsWith('.'));
}
