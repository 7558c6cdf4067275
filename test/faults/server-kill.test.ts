import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { MOST_NEW_KEYS } from '../../src/state/keys/key.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { childProcesses } from '../support/child-processes.ts';
import { FormClient } from '../support/form-client.ts';
import { openKeyForm, sendKeyForm, signUp } from '../support/key-forms.ts';
import { ownDirectory } from '../support/own-server.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

const ROUNDS = 3;

const directory = ownDirectory('site');
let server: ServerProcess | undefined;

const state = openSqlite(directory.state);
// Kills servers that a test has left running.
afterEach(() => void server?.child.kill('SIGKILL'));
afterAll(() => state.close());

describe('Servers that are killed under load', () => {
	test('lose no acknowledged account, key or revocation', async () => {
		const made = { accounts: new Set<string>(), keys: new Set<string>(), revoked: new Set<string>() };
		for (let round = 0; round < ROUNDS; round++) {
			server = await startServer(directory, { env: { WORKERS: '2', TRUST_PROXY: '1', LOG_LEVEL: 'error' } });
			const { port } = server;
			const people = Array.from({ length: 3 }, (_, n) =>
				makeAndRevoke(new FormClient(port), `${round}-${n}@site.example`, made),
			);
			// The pending response never comes after the server is killed.
			const allGone = Promise.allSettled(people);
			const before = made.revoked.size;
			await expect.poll(() => made.revoked.size, { timeout: 20_000 }).toBeGreaterThan(before + 3);
			await sleep(Math.random() * 300);
			for (const pid of childProcesses(server.child.pid!)) process.kill(pid, 'SIGKILL');
			await server.stop('SIGKILL');
			await allGone;
		}
		const emails = new Set((await state.accounts.all()).map(({ email }) => email));
		const keys = new Map((await state.keys.all()).map((key) => [key.prefix, key]));
		expect([...made.accounts].filter((email) => !emails.has(email))).toEqual([]);
		// An incomplete account would block its address: nobody could sign in to it, or sign up again.
		const halves = state.database.prepare(
			'SELECT * FROM accounts WHERE email_verified = 0 AND id NOT IN (SELECT account_id FROM credentials)',
		);
		expect(halves.all()).toEqual([]);
		expect([...made.keys].filter((prefix) => !keys.has(prefix))).toEqual([]);
		expect([...made.revoked].filter((prefix) => keys.get(prefix)!.revoked_at === null)).toEqual([]);
		expect(state.database.pragma('integrity_check', { simple: true })).toBe('ok');
	});
});

/**
 * Creates an account with the forms of the site, then creates and revokes as many keys as it can have, or until the
 * server is killed.
 */
async function makeAndRevoke(
	client: FormClient,
	email: string,
	made: { readonly [what in 'accounts' | 'keys' | 'revoked']: Set<string> },
): Promise<void> {
	if (await signUp(client, email)) made.accounts.add(email);
	for (let i = 0; i < MOST_NEW_KEYS; i++) {
		const { key } = await sendKeyForm(client, await openKeyForm(client));
		const prefix = key!.slice(0, 12);
		made.keys.add(prefix);
		const list = await (await client.get('/account/keys/')).text();
		const id = new RegExp(`${prefix}…[^]*?/account/keys/(\\w+)/revoke/`).exec(list)![1]!;
		const revoked = await client.post(`/account/keys/${id}/revoke/`, {});
		if (revoked.status === 303) made.revoked.add(prefix);
	}
}
