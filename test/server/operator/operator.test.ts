import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite, type SqliteState } from '../../../src/state/sqlite/open-sqlite.ts';
import { RawConnection, requestOnce } from '../../support/raw-http.ts';
import { runCommand, succeed } from '../../support/run-command.ts';
import { type ServerProcess, startServer } from '../../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../../support/small-directory.ts';

const TOKEN = 'a-token-of-the-operator-with-32-characters';
const DAY = 86_400_000;
const today = new Date().toISOString().slice(0, 10);
const dayBefore = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10);

let directory: SmallDirectory;
let server: ServerProcess;
let state: SqliteState;

beforeAll(async () => {
	directory = copyDirectory('site');
	state = openSqlite(directory.state);
	const count = { program: 'acme', site: '', views: 1, clicks: 0 };
	await state.views.add([
		{ ...count, day: dayBefore(1), site: 'news.example', views: 4, clicks: 2 },
		{ ...count, day: dayBefore(1) },
		{ ...count, day: dayBefore(1), program: 'borealis' },
		{ ...count, day: dayBefore(3), views: 7 },
		{ ...count, day: dayBefore(40), views: 100 },
		{ ...count, day: today, views: 100 },
	]);
	await state.views.replace('https://other.example', dayBefore(1), [{ ...count, day: dayBefore(1), views: 50 }]);
	server = await startServer(directory, { env: { OPERATOR_TOKEN: TOKEN } });
});
afterAll(async () => {
	await server?.stop('SIGKILL');
	await state?.close();
	directory?.remove();
});

/** Runs a command that must fail. Returns what it prints. */
async function fail(...[name, args, options]: Parameters<typeof runCommand>): Promise<string> {
	const { status, stdout, stderr } = await runCommand(name, args, options);
	expect(status).not.toBe(0);
	return stdout + stderr;
}

const get = (path: string, ...headers: string[]) => requestOnce(server.port, 'GET', path, headers);
const withToken = `Authorization: Bearer ${TOKEN}`;

describe('The addresses for the operator', () => {
	test('list the views that this directory has counted on a day', async () => {
		const { status, headers, body } = await get(`/operator/views?day=${dayBefore(1)}`, withToken);
		expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
		expect(JSON.parse(String(body)).data).toEqual({
			programs: [
				{ program: 'acme', views: 5, clicks: 2 },
				{ program: 'borealis', views: 1, clicks: 0 },
			],
			has_more: false,
		});
		const rest = await get(`/operator/views?day=${dayBefore(1)}&after=acme`, withToken);
		expect(JSON.parse(String(rest.body)).data.programs).toHaveLength(1);
	});

	test.each(['', '?day=today', '?day=2026-05-01&after=%27%3B--', '?day=2026-05-01&all=1'])(
		'refuse the query %j',
		async (query) => {
			expect((await get(`/operator/views${query}`, withToken)).status).toBe(400);
		},
	);

	test('have nothing elsewhere, and accept no other methods', async () => {
		expect((await get('/operator/', withToken)).status).toBe(404);
		expect((await get('/operator/views/', withToken)).status).toBe(404);
		expect((await requestOnce(server.port, 'POST', '/operator/views', [withToken, 'Content-Length: 0'])).status).toBe(
			404,
		);
	});

	test('need the token, and an address can try only a few', async () => {
		const tries = [
			[],
			['Authorization: Bearer'],
			[`Authorization: Bearer ${TOKEN}x`],
			[`Authorization: Basic ${Buffer.from(`:${TOKEN}`).toString('base64')}`],
			[`X-API-Key: ${directory.key}`],
		];
		const connection = await RawConnection.open(server.port, '127.0.0.9');
		const statuses: number[] = [];
		for (let i = 0; i < 12; i++) {
			const headers = tries[i % tries.length]!;
			statuses.push((await connection.request('GET', '/operator/views', headers))!.status);
		}
		expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
		expect((await connection.request('GET', `/operator/views?day=${today}`, [withToken]))!.status).toBe(429);
		connection.close();
		expect((await get(`/operator/views?day=${today}`, withToken)).status).toBe(200);
	});
});

test('Without a token, the addresses do not exist, and a short token is refused', async () => {
	const without = await startServer(directory);
	expect((await requestOnce(without.port, 'GET', '/operator/views', [withToken])).status).toBe(404);
	await without.stop('SIGKILL');
	const said = await fail('serve', ['--out', directory.out, '--state', directory.state], {
		env: { OPERATOR_TOKEN: 'short' },
	});
	expect(said).toContain('OPERATOR_TOKEN must have at least 32 ASCII characters');
	expect(said).not.toContain('short');
});

describe('views pull', () => {
	let folder: string;
	let pulls = 0;
	beforeEach(() => {
		folder = join(directory.folder, `pulled-${pulls++}`);
	});
	const env = { OPERATOR_TOKEN: TOKEN };

	test('fetches the last complete days, and later only the newest', async () => {
		const from = `http://127.0.0.1:${server.port}`;
		const pull = () => succeed('views', ['pull', from, '--state', folder], { env });
		expect(await pull()).toContain(`Fetched 13 views and 2 clicks of 30 days from ${from}.`);
		await state.views.add([{ day: dayBefore(1), program: 'acme', site: '', views: 3, clicks: 0 }]);
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
