import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { BOB, Browser, type Credentials, openFixture, resultOf } from '../accounts/fixture.ts';
import { FormClient } from '../support/form-client.ts';
import { openKeyForm, sendKeyForm, signUp } from '../support/key-forms.ts';
import { ownDirectory } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

const directory = ownDirectory('site');

const fixture = await openFixture({ folder: directory.state });
afterAll(() => fixture.close());

async function arrive(credentials: Credentials): Promise<Browser> {
	const browser = new Browser();
	resultOf(browser.take(await fixture.accounts.signUp(browser, credentials)));
	return browser;
}

async function makeKey(browser: Browser) {
	return resultOf(await fixture.accounts.createKey(browser, { name: 'test', scopes: READ_SCOPES, expires_at: null }));
}

describe('Two processes', () => {
	// (ASVS 8.3.2)
	test('refuse the keys of an account from the moment its deletion is acknowledged', async () => {
		const browser = await arrive(BOB);
		const { secret } = await makeKey(browser);
		const servers = await Promise.all([startServer(directory), startServer(directory)]);
		let acknowledged = false;
		const after: number[] = [];
		let before = 0;
		const clients = servers.flatMap(({ port }) =>
			Array.from({ length: 4 }, async () => {
				for (;;) {
					const sentAfter = acknowledged;
					const { status } = await requestOnce(port, 'GET', '/v1/categories', [`X-API-Key: ${secret}`]);
					if (sentAfter) after.push(status);
					else if (status === 200) before++;
					if (after.length >= 80) return;
				}
			}),
		);
		await expect.poll(() => before, { timeout: 20_000 }).toBeGreaterThan(20);
		resultOf(await fixture.accounts.deleteAccount(browser, BOB.password));
		acknowledged = true;
		await Promise.all(clients);
		await Promise.all(servers.map((server) => server.stop()));
		expect(new Set(after)).toEqual(new Set([401]));
	});
});

describe('A server whose state another program has locked', () => {
	let lock: Database.Database;
	let server: ServerProcess;
	let client: FormClient;
	let key: string;
	let revocation: string;

	beforeEach(async () => {
		lock = new Database(join(directory.state, 'state.sqlite'));
		server = await startServer(directory);
		client = new FormClient(server.port);
		await signUp(client, `locked-${server.port}@site.example`);
		key = (await sendKeyForm(client, await openKeyForm(client))).key!;
		const { id } = (await fixture.state.keys.all()).find(({ prefix }) => key.startsWith(prefix))!;
		revocation = `/account/keys/${id}/revoke/`;
		lock.exec('BEGIN IMMEDIATE');
	});
	afterEach(async () => {
		lock.close();
		await server.stop();
	});

	const statusOf = async (target: string, apiKey: string) =>
		(await requestOnce(server.port, 'GET', target, [`X-API-Key: ${apiKey}`]))!.status;

	test('responds to all other requests while a form waits, then performs the action of the form', async () => {
		let isAnswered = false;
		const revoked = client.post(revocation, {}).finally(() => {
			isAnswered = true;
		});
		// A form waits for three seconds.
		const end = performance.now() + 1000;
		while (performance.now() < end) {
			expect(await statusOf('/v1/categories', key)).toBe(200);
			expect(await statusOf('/v1/categories', 'svc_wrong')).toBe(401);
			expect((await client.get('/account/keys/')).status).toBe(200);
			expect(await statusOf('/programs/search/?q=a', '')).toBe(200);
		}
		expect(isAnswered).toBe(false);
		lock.exec('ROLLBACK');
		expect((await revoked).status).toBe(303);
		expect(await statusOf('/v1/categories', key)).toBe(401);
	});

	test('reports after a while that a form cannot be saved, and still stops cleanly', async () => {
		expect(await statusOf('/v1/categories', key)).toBe(200);
		const [answer, exitStatus] = await Promise.all([client.post(revocation, {}), server.stop()]);
		expect([answer.status, answer.headers.get('retry-after'), exitStatus]).toEqual([503, '5', 0]);
		expect(await answer.text()).toContain('cannot be saved at the moment');
		const faults = server.log().filter(({ level }) => level === 'error');
		expect(faults.map(({ msg }) => msg)).toContain('could not render a page');
		expect(faults.at(-1)).toMatchObject({ msg: expect.stringContaining('these requests is lost'), requests: 1 });
		// Only the first of them has a stack.
		for (const { err, error } of faults) expect((err as Error | undefined)?.message ?? error).toContain('has locked');
	});
});
