import { beforeAll, describe, expect, test } from 'vitest';
import { RawConnection } from '../support/raw-http.ts';
import { runCommand } from '../support/run-command.ts';
import { CONTRACT, SERVERS } from './contract.ts';
import { listKeys, type MadeKey, makeAccount, makeKey, revokeKey } from './keys.ts';

const { state } = CONTRACT;
const ACCOUNT = 'states@site.example';

describe('3.1 API key', () => {
	let key: MadeKey;

	beforeAll(async () => {
		await makeAccount(state, ACCOUNT, 'free');
		key = await makeKey(state, ACCOUNT);
	});

	test('3.1 (none) → active: a created key is active', async () => {
		for (const api of SERVERS) expect((await api.get('/programs', { key: key.key })).status).toBe(200);
		expect((await listKeys(state)).find(({ id }: MadeKey) => id === key.id).state).toBe('active');
	});

	test('3.1 the full key value is shown once only', async () => {
		const list = await listKeys(state);
		expect(list.map(({ id }: MadeKey) => id)).toContain(key.id);
		expect(JSON.stringify(list)).not.toContain(key.key);
		const { stdout } = await runCommand('keys', ['list', '--state', state.folder], { env: state.env });
		expect(stdout).toContain(key.id);
		expect(stdout).not.toContain(key.key);
	});

	test('3.1 a key’s scopes cannot be changed after creation: there is no such command', async () => {
		const { stdout } = await runCommand('keys', ['--help']);
		const [, commands] = /^Commands:\n((?: {2}.*\n)+)/m.exec(stdout)!;
		const names = [...commands!.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
		expect(names).toEqual(['create', 'list', 'revoke', 'help']);
	});
});

describe('3.1 active → revoked', () => {
	test('3.1 revoking takes effect immediately: also a request in flight gets 401', async () => {
		const key = await makeKey(state, ACCOUNT);
		const head = `GET /v1/programs HTTP/1.1\r\nHost: x.example\r\nX-API-Key: ${key.key}\r\n`;
		const connections = await Promise.all(SERVERS.map(({ port }) => RawConnection.open(port)));
		// First a complete request to each server, so that the servers know the key; then half a request.
		for (const connection of connections) {
			expect((await connection.request('GET', '/v1/programs', [`X-API-Key: ${key.key}`]))?.status).toBe(200);
			connection.write(head);
		}
		await revokeKey(state, key.id);
		for (const connection of connections) {
			connection.write('\r\n');
			expect((await connection.read())?.status).toBe(401);
			connection.close();
		}
	});
});

describe.each(SERVERS)('3.2 Program, through $name', (api) => {
	test('3.2 every program has the boolean verified, or is_verified', async () => {
		for await (const item of api.client.listPrograms()) {
			expect(item).toMatchObject({ verified: expect.any(Boolean), is_verified: item.verified });
		}
	});
});
