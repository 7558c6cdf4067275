/** A newer version with other tables beside an older one, on one PostgreSQL. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
let project = '';
let env: { readonly DATABASE_URL: string };
const servers: ServerProcess[] = [];

beforeEach(async () => {
	directory = copyDirectory('api');
	env = { DATABASE_URL: await emptyDatabase() };
});
afterEach(() => {
	for (const { child } of servers.splice(0)) child.kill('SIGKILL');
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

/** Starts an older server under load, then newer servers beside it. Returns them with a key of each version. */
async function upgradeUnderLoad(isCompatible: boolean) {
	project = makeNewerVersion(isCompatible);
	const out = join(directory.folder, 'newer-out');
	await succeed('build', ['--snapshot', directory.snapshot, '--out', out, '--only', 'api'], { cwd: project });
	const older = await start(directory.out);
	await succeed('accounts', ['create', '--email', 'ada@site.example'], { env });
	const before = await create('before');
	const visits = visitSteadily(() => older.port, before.key);
	const newer = await Promise.all(Array.from({ length: NEWER }, () => start(out, project)));
	const after = await create('by the newer version', project);
	for (const server of [older, ...newer]) {
		expect([await statusOf(server, before.key), await statusOf(server, after.key)]).toEqual([200, 200]);
	}
	for (const server of newer) await expect.poll(() => readiness(server)).toEqual([200, []]);
	return { older, newer, before, after, visits };
}

/** The status of `/readyz`, and the codes of its reasons. */
async function readiness({ port }: ServerProcess): Promise<[number, string[]]> {
	const { status, body } = await requestOnce(port, 'GET', '/readyz');
	return [status, JSON.parse(String(body)).reasons.map(({ code }: { code: string }) => code)];
}

const ADVICE = 'Use the version that wrote it, or a later one.';

test('When newer servers add to the tables, older ones stay in service, fail no request, and can start again', async () => {
	const { older, newer, before, after, visits } = await upgradeUnderLoad(true);
	await expect.poll(() => readiness(older)).toEqual([200, ['STATE_EXTENDED']]);
	const again = await start(directory.out);
	await expect.poll(() => readiness(again)).toEqual([200, ['STATE_EXTENDED']]);
	const made = await create('by the older version again');
	for (const server of [older, again, ...newer]) expect(await statusOf(server, made.key)).toBe(200);

	const { answered, failed } = await visits.end();
	console.log(
		`${NEWER} newer servers started beside an older one: ${answered} requests to the older one, ${failed.length} failed`,
	);
	expect(failed).toEqual([]);
	await succeed('keys', ['revoke', before.id], { env });
	await succeed('keys', ['revoke', after.id], { env, cwd: project });
	for (const server of [older, again, ...newer]) {
		expect([await statusOf(server, before.key), await statusOf(server, after.key)]).toEqual([401, 401]);
	}

	// The older version does not know all tables, so its copies would lack some.
	const file = join(directory.folder, 'copy.sqlite');
	const other = join(directory.folder, 'other-state');
	for (const [command, args] of [
		['backup', [file]],
		['state', ['copy', '--from', 'postgres', '--to', 'sqlite', '--state', other]],
	] as const) {
		expect(await runCommand(command, args, { env })).toMatchObject({
			status: 1,
			stderr: expect.stringContaining(ADVICE),
		});
	}
	await succeed('backup', [file], { env, cwd: project });
});

test('When newer servers change the tables, older ones say that they must go, and cannot start again', async () => {
	const { older, newer, after, visits } = await upgradeUnderLoad(false);
	await expect.poll(() => readiness(older)).toEqual([503, ['NEWER_STATE']]);
	await expect.poll(() => JSON.stringify(older.log())).toContain(ADVICE);
	expect((await visits.end()).failed).toEqual([]);
	for (const [command, args] of [
		['serve', ['--out', directory.out, '--port', '0']],
		['keys', ['revoke', after.id]],
	] as const) {
		expect(await runCommand(command, args, { env })).toMatchObject({
			status: 1,
			stdout: '',
			stderr: expect.stringContaining(ADVICE),
		});
	}
	expect(await statusOf(newer[0]!, after.key)).toBe(200);
});
