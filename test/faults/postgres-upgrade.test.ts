/** A newer version with other tables beside an older one, on one PostgreSQL. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeNewerVersion } from '../support/newer-version.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { requestOnce } from '../support/raw-http.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';
import { visitSteadily } from '../support/steady-visits.ts';

const NEWER = 2;

let directory: SmallDirectory;
/** The checkout of the newer version. */
let project: string;
let env: { readonly DATABASE_URL: string };
const servers: ServerProcess[] = [];

beforeAll(async () => {
	directory = copyDirectory('api');
	project = makeNewerVersion();
	env = { DATABASE_URL: await emptyDatabase() };
});
afterAll(() => {
	for (const { child } of servers) child.kill('SIGKILL');
	directory?.remove();
	if (project) rmSync(project, { recursive: true });
});

async function start(out: string, cwd?: string): Promise<ServerProcess> {
	const server = await startServer({ out, state: directory.state }, { env, ...(cwd && { cwd }) });
	servers.push(server);
	return server;
}

/** Runs a command of a version with the state, and reads its output. */
async function json(command: string, args: readonly string[], cwd?: string) {
	return JSON.parse(await succeed(command, [...args, '--json'], { env, ...(cwd && { cwd }) }));
}

const create = (name: string, cwd?: string) =>
	json('keys', ['create', '--account', 'ada@site.example', '--name', name], cwd);

async function statusOf({ port }: ServerProcess, key: string): Promise<number> {
	return (await requestOnce(port, 'GET', '/v1/categories', [`X-API-Key: ${key}`])).status;
}

test('When newer servers change the tables, older ones fail no request, say what to do, and cannot start again', async () => {
	const out = join(directory.folder, 'newer-out');
	await succeed('build', ['--snapshot', directory.snapshot, '--out', out, '--only', 'api'], { cwd: project });
	const older = await start(directory.out);
	await succeed('accounts', ['create', '--email', 'ada@site.example'], { env });
	const { id, key } = await create('before');
	const visits = visitSteadily(() => older.port, key);

	const newer = await Promise.all(Array.from({ length: NEWER }, () => start(out, project)));
	const made = await create('by the newer version', project);
	for (const server of [older, ...newer]) {
		expect([await statusOf(server, key), await statusOf(server, made.key)]).toEqual([200, 200]);
	}
	const ready = async ({ port }: ServerProcess) => (await requestOnce(port, 'GET', '/readyz')).status;
	await expect.poll(() => ready(older)).toBe(503);
	for (const server of newer) await expect.poll(() => ready(server)).toBe(200);
	const advice = 'was updated by a newer version of this application. Stop this server and start that version.';
	await expect.poll(() => JSON.stringify(older.log())).toContain(advice);

	const { answered, failed } = await visits.end();
	console.log(
		`${NEWER} newer servers started beside an older one: ${answered} requests to the older one, ${failed.length} failed`,
	);
	expect(failed).toEqual([]);

	await succeed('keys', ['revoke', id], { env, cwd: project });
	for (const server of [older, ...newer]) expect(await statusOf(server, key)).toBe(401);
	for (const [command, args] of [
		['serve', ['--out', directory.out, '--port', '0']],
		['keys', ['revoke', made.id]],
	] as const) {
		expect(await runCommand(command, args, { env })).toMatchObject({
			status: 1,
			stdout: '',
			stderr: expect.stringContaining(advice),
		});
	}
	expect(await statusOf(newer[0]!, made.key)).toBe(200);
});
