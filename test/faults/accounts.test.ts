import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import {
	type AccountsFixture,
	ADA,
	BOB,
	Browser,
	type Credentials,
	openFixture,
	resultOf,
} from '../accounts/fixture.ts';
import { FormClient } from '../support/form-client.ts';
import { openKeyForm, sendKeyForm, signUp } from '../support/key-forms.ts';
import { requestOnce } from '../support/raw-http.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

let directory: SmallDirectory;
let fixture: AccountsFixture;

beforeAll(async () => {
	directory = copyDirectory('site');
	fixture = await openFixture({ folder: directory.state });
});
afterAll(async () => {
	await fixture?.close();
	directory?.remove();
});

async function arrive(credentials: Credentials): Promise<Browser> {
	const browser = new Browser();
	resultOf(browser.take(await fixture.accounts.signUp(browser, credentials)));
	return browser;
}

async function makeKey(browser: Browser) {
	return resultOf(await fixture.accounts.createKey(browser, { name: 'test', scopes: READ_SCOPES, expires_at: null }));
}

describe('Two processes', () => {
	test('create exactly ten keys for an account when the form is sent 100 times at once', async () => {
		const servers = await Promise.all([startServer(directory), startServer(directory)]);
		const clients = servers.map(({ port }) => new FormClient(port));
		expect(await signUp(clients[0]!, 'many@site.example')).toBe(true);
		for (const [name, value] of clients[0]!.cookies) clients[1]!.cookies.set(name, value);
		// More requests from one address would be refused.
		const forms = await Promise.all(
			clients.flatMap((client) =>
				Array.from({ length: 50 }, async () => ({ client, token: await openKeyForm(client) })),
			),
		);
		const answers = await Promise.all(forms.map(({ client, token }) => sendKeyForm(client, token)));
		const made = answers.flatMap(({ key }) => key ?? []);
		expect(new Set(made).size).toBe(10);
		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([...Array(10).fill(200), ...Array(90).fill(422)]);
		for (const { port } of servers) {
			for (const key of made) {
				expect((await requestOnce(port, 'GET', '/v1/categories', [`X-API-Key: ${key}`])).status).toBe(200);
			}
		}
		await Promise.all(servers.map((server) => server.stop()));
		const account = (await fixture.state.accounts.all()).find(({ email }) => email === 'many@site.example')!;
		expect(await fixture.state.keys.ofAccount(account.id, '2026-01-01T00:00:00Z')).toHaveLength(10);
	});

	test('add up the requests that each has counted', async () => {
		const browser = await arrive({ ...ADA, email: 'counted@site.example' });
		const { key, secret } = await makeKey(browser);
		const servers = await Promise.all([startServer(directory), startServer(directory)]);
		const ask = ({ port }: ServerProcess) => requestOnce(port, 'GET', '/v1/categories', [`X-API-Key: ${secret}`]);
		for (const [i, server] of servers.entries()) {
			for (let n = 0; n < 20 + i; n++) expect((await ask(server)).status).toBe(200);
		}
		await Promise.all(servers.map((server) => server.stop()));
		const usage = resultOf(await fixture.accounts.usage(browser)).filter(({ key_id }) => key_id === key.id);
		expect(usage.reduce((sum, { requests }) => sum + requests, 0)).toBe(41);
	});

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
