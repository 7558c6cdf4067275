/** The command that fetches views from another machine. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../src/state/sqlite/open-sqlite.ts';
import { requestOnce } from '../../support/raw-http.ts';
import { runCommand, succeed } from '../../support/run-command.ts';
import { type ServerProcess, startServer } from '../../support/running-server.ts';
import { type CountingServer, dayBefore, startCountingServer, TOKEN, today } from './counting-server.ts';

let counting: CountingServer;
let server: ServerProcess;

beforeAll(async () => {
	counting = await startCountingServer();
	({ server } = counting);
});
afterAll(() => counting?.remove());

/** Runs a command that must fail. Returns what it prints. */
async function fail(...[name, args, options]: Parameters<typeof runCommand>): Promise<string> {
	const { status, stdout, stderr } = await runCommand(name, args, options);
	expect(status).not.toBe(0);
	return stdout + stderr;
}

test('Without a token, the addresses do not exist, and a short token is refused', async () => {
	const without = await startServer(counting.directory);
	expect((await requestOnce(without.port, 'GET', '/operator/views', [`Authorization: Bearer ${TOKEN}`])).status).toBe(
		404,
	);
	await without.stop('SIGKILL');
	const said = await fail('serve', ['--out', counting.directory.out, '--state', counting.directory.state], {
		env: { OPERATOR_TOKEN: 'short' },
	});
	expect(said).toContain('OPERATOR_TOKEN must have at least 32 ASCII characters');
	expect(said).not.toContain('short');
});

describe('views pull', () => {
	let folder: string;
	let pulls = 0;
	beforeEach(() => {
		folder = join(counting.directory.folder, `pulled-${pulls++}`);
	});
	const env = { OPERATOR_TOKEN: TOKEN };

	test('fetches the last complete days, and later only the newest', async () => {
		const from = `http://127.0.0.1:${server.port}`;
		const pull = () => succeed('views', ['pull', from, '--state', folder], { env });
		expect(await pull()).toContain(`Fetched 13 views and 2 clicks of 30 days from ${from}.`);
		await counting.state.views.add([{ day: dayBefore(1), program: 'acme', site: '', views: 3, clicks: 0 }]);
		expect(await pull()).toContain('Fetched 9 views and 2 clicks of 2 days');
		const pulled = openSqlite(folder);
		expect(await pulled.views.totals({ from: dayBefore(40), to: today })).toEqual(
			new Map([
				['acme', 15],
				['borealis', 1],
			]),
		);
		await pulled.close();
	});

	test('says what is wrong', async () => {
		const failure = (from: string, token = TOKEN) =>
			fail('views', ['pull', from, '--state', folder], { env: { OPERATOR_TOKEN: token } });
		expect(await failure('http://directory.example')).toContain('Use an https address.');
		expect(await failure('https://directory.example/path')).toContain('It must be an origin');
		expect(await failure('http://127.0.0.1:1')).toContain('Could not read http://127.0.0.1:1');
		expect(await failure(`http://127.0.0.1:${server.port}`, 'x'.repeat(32))).toContain('answered 401');
		expect(await failure(`http://127.0.0.1:${server.port}`, '')).toContain('Set OPERATOR_TOKEN');
	});

	test.each<[string, RequestListener, string]>([
		[
			'redirects',
			(_, response) => response.writeHead(302, { Location: `http://127.0.0.1:${server.port}/` }).end(),
			'Could not read http',
		],
		[
			'sends something else',
			(_, response) => response.end('{"data":{"programs":[{"program":1}]}}'),
			'Could not read http',
		],
		[
			'never ends',
			(_, response) => response.end('{"data":{"programs":[{"program":"acme","views":1,"clicks":0}],"has_more":true}}'),
			'without an end',
		],
	])('stores nothing from a machine that %s', async (_, listener, message) => {
		const other: Server = createServer(listener);
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
		const { port } = other.address() as AddressInfo;
		const said = await fail('views', ['pull', `http://127.0.0.1:${port}`, '--state', folder], { env });
		other.close();
		expect(said).toContain(message);
		expect(said).not.toContain(TOKEN);
		const pulled = openSqlite(folder);
		expect((await pulled.views.totals({ from: '2000-01-01', to: today })).size).toBe(0);
		await pulled.close();
	});
});
