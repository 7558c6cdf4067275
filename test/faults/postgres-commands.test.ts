import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownDirectory, ownFolder } from '../support/own-server.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { exitOf, runCommand, startCommand, succeed } from '../support/run-command.ts';
import { listening, NO_LIMIT } from '../support/running-server.ts';
import { copyDirectory } from '../support/small-directory.ts';

const directory = ownDirectory('api');
const folder = ownFolder();
const env: { readonly DATABASE_URL: string } = { DATABASE_URL: await emptyDatabase() };

/** Starts a server with two processes. */
function serve() {
	const args = ['--out', directory.out, '--state', join(folder, 'none'), '--port', '0', '--workers', '2'];
	return listening(startCommand('serve', args, { env: { ...env, RATE_LIMITS: NO_LIMIT } }));
}

describe('With DATABASE_URL', () => {
	test('commands move the state, create and revoke keys, and servers use it', async () => {
		const args = ['copy', '--from', 'sqlite', '--to', 'postgres', '--state', directory.state];
		const moved = await runCommand('state', args, { env });
		expect(moved).toMatchObject({
			status: 0,
			stdout: expect.stringMatching(/^Copied 1 account, 1 key and 0 sessions to /),
		});
		expect(moved.stderr).toMatch(/^Now restart all servers with DATABASE_URL\. They still use .*state\.sqlite\.\n$/);

		const server = await serve();
		const statusOf = async (key: string) => {
			const url = `http://127.0.0.1:${server.port}/v1/categories`;
			return (await fetch(url, { headers: { 'X-API-Key': key } })).status;
		};
		expect(await statusOf(directory.key)).toBe(200);

		const create = ['create', '--account', 'ada@site.example', '--name', 'ci', '--json'];
		const made = JSON.parse(await succeed('keys', create, { env }));
		expect(await statusOf(made.key)).toBe(200);
		await succeed('keys', ['revoke', made.id], { env });
		expect(await statusOf(made.key)).toBe(401);
		expect(await succeed('accounts', ['list'], { env })).toContain('ada@site.example');

		expect(await server.stop()).toBe(0);

		const back = ['copy', '--from', 'postgres', '--to', 'sqlite', '--state', join(folder, 'back')];
		await succeed('state', back, { env });
		const keys = JSON.parse(await succeed('keys', ['list', '--json', '--state', join(folder, 'back')]));
		expect(keys).toMatchObject([
			{ name: 'test', state: 'active' },
			{ id: made.id, state: 'revoked' },
		]);
	});

	test('a copy can keep the original unchanged until it is stopped', async () => {
		const original = copyDirectory('api');
		const args = ['copy', '--from', 'sqlite', '--to', 'postgres', '--wait', '--state', original.state];
		const copying = startCommand('state', args, { env: { DATABASE_URL: await emptyDatabase() } });
		let said = '';
		copying.stderr!.on('data', (data) => (said += data));
		await expect.poll(() => said, { timeout: 10_000 }).toContain('Until you press Ctrl-C, nobody can change');
		const create = ['create', '--email', 'bo@site.example', '--plan', 'free', '--state', original.state];
		expect((await runCommand('accounts', create)).status).toBe(1);
		copying.kill('SIGINT');
		expect(await exitOf(copying)).toBe(0);
		expect((await runCommand('accounts', create)).status).toBe(0);
		original.remove();
	});
});
