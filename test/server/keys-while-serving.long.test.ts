import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { ownDirectory } from '../support/own-server.ts';
import { RawConnection, requestOnce } from '../support/raw-http.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

const ADA = 'ada@site.example';

const directory = ownDirectory('api');

const servers: ServerProcess[] = await Promise.all([startServer(directory), startServer(directory)]);
afterAll(async () => {
	await Promise.all(servers?.map((server) => server.stop('SIGKILL')) ?? []);
});

function keys(...args: string[]): Promise<string> {
	return succeed('keys', [...args, '--state', directory.state]);
}

async function makeKey(...options: string[]): Promise<{ id: string; key: string }> {
	return JSON.parse(await keys('create', '--account', ADA, '--name', 'live', '--json', ...options));
}

/** The response of each server to a key: status and code. */
function answers(key: string): Promise<(string | number)[]> {
	return Promise.all(
		servers.map(async ({ port }) => {
			const { status, body } = await requestOnce(port, 'GET', '/v1/categories', [`X-API-Key: ${key}`]);
			return status === 200 ? status : JSON.parse(String(body)).code;
		}),
	);
}

describe('While servers run', () => {
	test('a new key works in all servers immediately', async () => {
		const { key } = await makeKey();
		expect(await answers(key)).toEqual([200, 200]);
	});

	test('a revoked key is refused by all servers from the moment the command ends, on open connections too', async () => {
		const { id, key } = await makeKey();
		const connections = await Promise.all(servers.map(({ port }) => RawConnection.open(port)));
		const requestAll = () =>
			Promise.all(
				connections.map(async (connection) => {
					return (await connection.request('GET', '/v1/categories', [`X-API-Key: ${key}`]))!.status;
				}),
			);
		expect(await requestAll()).toEqual([200, 200]);
		expect(await keys('revoke', id)).toBe(`Revoked live (${key.slice(0, 12)}…).\n`);
		expect(await requestAll()).toEqual([401, 401]);
		for (const connection of connections) connection.close();
		expect(await answers(key)).toEqual(['REVOKED_API_KEY', 'REVOKED_API_KEY']);
	});

	test('a command that fails prints the reason in one line, and the servers keep running', async () => {
		const nobody = 'no@site.example';
		const unknown = `There is no account with the email address ${nobody}.`;
		const create = ['create', '--account', ADA, '--name', 'x'];
		for (const [command, args, message] of [
			['keys', ['create', '--account', nobody, '--name', 'x'], unknown],
			['keys', [...create, '--scopes', 'webhooks:manage'], 'needs the Pro plan'],
			['keys', [...create, '--expires', '2020-01-01'], 'The expiry date must be in the future.'],
			['keys', ['revoke', 'key_none'], 'There is no key key_none.'],
			['accounts', ['create', '--email', ADA], `${ADA} already has an account.`],
			['accounts', ['create', '--email', 'nobody'], '"nobody" is invalid.'],
			['accounts', ['set-plan', nobody, 'pro'], unknown],
			['accounts', ['sign-out', nobody], unknown],
			['accounts', ['reset-two-factor', nobody], unknown],
			['accounts', ['reset-two-factor', ADA], `Two-factor authentication is already off for ${ADA}.`],
			['accounts', ['reset-password', nobody], unknown],
		] as const) {
			const { status, stdout, stderr } = await runCommand(command, [...args, '--state', directory.state]);
			expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
			expect(stderr).toContain(message);
			expect(stderr.trimEnd().split('\n')).toHaveLength(1);
		}
		expect(await answers(directory.key)).toEqual([200, 200]);
	});

	// (ASVS 7.4.5)
	test('the operator signs a user out everywhere, and their keys still work', async () => {
		const state = new Database(join(directory.state, 'state.sqlite'));
		state.exec(`INSERT INTO sessions (id, account_id, token, expires_at, created_at, updated_at)
			SELECT 'one', id, 'hash', '2099-01-01T00:00:00.000Z', created_at, created_at FROM accounts WHERE email = '${ADA}'`);
		expect(await succeed('accounts', ['sign-out', ADA, '--state', directory.state])).toContain('everywhere');
		expect(state.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(0);
		state.close();
		expect(await answers(directory.key)).toEqual([200, 200]);
	});

	test('the operator gets a link to set a password, which is the only line on standard output', async () => {
		const args = ['reset-password', ADA, '--site-url', 'https://a.example', '--state', directory.state];
		const { status, stdout, stderr } = await runCommand('accounts', args);
		expect(status).toBe(0);
		expect(stdout).toMatch(/^https:\/\/a\.example\/account\/reset-password\/\?token=\w{32}\n$/);
		expect(stderr).toMatch(/^The link works once, within an hour\..*\n$/);
		expect(await succeed('accounts', ['--help'])).not.toMatch(/--password/);
	});

	test('the list never shows a whole key, and has the time of last use once a server has stopped', async () => {
		const { id, key } = await makeKey();
		expect(await answers(key)).toEqual([200, 200]);
		await Promise.all(servers.map((server) => server.stop()));
		const output = await keys('list', '--json');
		const listed = JSON.parse(output).find((one: { id: string }) => one.id === id);
		expect(listed).toMatchObject({ state: 'active', prefix: key.slice(0, 12) });
		expect(listed.last_used_at).toMatch(/T\d\d:\d\d:00Z$/);
		expect(output).not.toContain(key.slice(12));
	});
});
