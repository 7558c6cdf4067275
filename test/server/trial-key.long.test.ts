/** The key that the first `npm start` prints. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/own-server.ts';
import { exitOf, startCommand, succeed } from '../support/run-command.ts';

const KEY = /X-API-Key: svc_\w{38}/;
/** util-linux runs a command in a terminal. */
const hasTerminal = spawnSync('script', ['--version']).status === 0;

const directory = ownDirectory('site');

/** Waits until a server has printed how to try the API, then stops it. Returns what it printed. */
async function printed(child: ChildProcess): Promise<string> {
	let output = '';
	child.stderr!.resume();
	await new Promise<void>((resolve) => {
		child.stdout!.setEncoding('utf8').on('data', (text: string) => {
			output += text;
			if (output.includes('Try it ')) resolve();
		});
		child.once('exit', () => resolve());
	});
	child.kill('SIGTERM');
	await exitOf(child);
	return output;
}

const argsFor = (state: string, url: string) => [
	...['--snapshot', directory.snapshot, '--out', directory.out, '--state', join(directory.folder, state)],
	...['--port', '0', '--site-url', url, '--log-level', 'silent'],
];

async function accountsIn(state: string): Promise<unknown[]> {
	return JSON.parse(await succeed('accounts', ['list', '--state', join(directory.folder, state), '--json']));
}

test('A service and a container print no key, and make no account', async () => {
	const output = await printed(startCommand('start', argsFor('service', 'http://127.0.0.1:4321')));
	expect(output).toContain('X-API-Key: $API_KEY');
	expect(output).not.toMatch(KEY);
	expect(await accountsIn('service')).toEqual([]);
});

test.skipIf(!hasTerminal)('A terminal gets a key, unless the directory is on the internet', async () => {
	const inTerminal = (state: string, url: string) =>
		printed(
			spawn('script', ['-qec', `${process.execPath} scripts/start.ts ${argsFor(state, url).join(' ')}`, '/dev/null'], {
				stdio: ['ignore', 'pipe', 'pipe'],
			}),
		);
	expect(await inTerminal('terminal', 'http://127.0.0.1:4321')).toMatch(KEY);
	expect(await accountsIn('terminal')).toHaveLength(1);
	expect(await inTerminal('internet', 'https://directory.example')).not.toMatch(KEY);
	expect(await accountsIn('internet')).toEqual([]);
});
