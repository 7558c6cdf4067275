/** Two servers with one PostgreSQL: one has the right time, and the clock of the other one is ahead by an hour. */
import { afterAll, describe, expect, test } from 'vitest';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { createKey } from '../../src/state/keys/create.ts';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import { FormClient } from '../support/form-client.ts';
import { openKeyForm, sendKeyForm, signUp } from '../support/key-forms.ts';
import { ownDirectory } from '../support/own-server.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { requestOnce } from '../support/raw-http.ts';
import { makeKeys, type RevocableKey } from '../support/revocable-keys.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

const HOUR = 3_600_000;

const directory = ownDirectory('site');

const url = await emptyDatabase();
const env = { DATABASE_URL: url, TRUST_PROXY: '1' };
const shift = `--import=${new URL('../support/shifted-clock.ts', import.meta.url)}`;
/** The server with the right time, and the one that is ahead. */
const servers: ServerProcess[] = await Promise.all([
	startServer(directory, { env }),
	startServer(directory, { env: { ...env, NODE_OPTIONS: shift, CLOCK_AHEAD: String(HOUR) } }),
]);
const state = await openPostgres(url);
afterAll(async () => {
	await Promise.all((servers ?? []).map((server) => server.stop()));
	await state.close();
});

/** The statuses with which both servers respond to a key. */
async function statusesOf(key: string): Promise<number[]> {
	const get = ({ port }: ServerProcess) => requestOnce(port, 'GET', '/v1/categories', [`X-API-Key: ${key}`]);
	return (await Promise.all(servers.map(get))).map(({ status }) => status);
}

/** A browser that sends requests to both servers, with the same cookies. */
function browsers(): [FormClient, FormClient] {
	const [one, other] = servers.map(({ port }) => new FormClient(port));
	return [one!, Object.assign(other!, { cookies: one!.cookies, address: one!.address })];
}

describe('If the clocks of two servers are an hour apart', () => {
	test('keys work on both, and those that are revoked on either are refused by both', async () => {
		for (const [i, email] of ['ada@site.example', 'bob@site.example'].entries()) {
			const both = browsers();
			const [one, other] = i === 0 ? both : both.toReversed();
			expect(await signUp(one!, email)).toBe(true);
			const { key } = await sendKeyForm(one!, await openKeyForm(other!));
			expect(await statusesOf(key!)).toEqual([200, 200]);
			const list = await (await other!.get('/account/keys/')).text();
			const [path] = /\/account\/keys\/\w+\/revoke\//.exec(list)!;
			expect((await other!.post(path, {})).status).toBe(303);
			expect(await statusesOf(key!)).toEqual([401, 401]);
		}
	});

	test('a session works on both, and ends on both', async () => {
		for (const [one, other] of [browsers(), browsers().toReversed()] as [FormClient, FormClient][]) {
			expect(await signUp(one, `${one.address}@site.example`)).toBe(true);
			const cookies = new Map(one.cookies);
			for (const client of [one, other]) expect((await client.get('/account/keys/')).status).toBe(200);
			expect((await other.post('/account/sign-out/', {})).status).toBe(303);
			for (const [name, value] of cookies) one.cookies.set(name, value);
			for (const client of [one, other]) expect((await client.get('/account/keys/')).status).toBe(303);
		}
	});

	test('a key expires on each by its own clock, at most an hour apart', async () => {
		const [{ id }] = (await makeKeys(state, 1)) as [RevocableKey];
		const { account_id } = (await state.keys.findById(id))!;
		const account = (await state.accounts.findById(account_id))!;
		for (const [minutes, statuses] of [
			[-1, [401, 401]],
			[30, [200, 401]],
			[61, [200, 200]],
		] as const) {
			const expires_at = toTimestamp(new Date(Date.now() + minutes * 60_000));
			const wish = { name: 'test', scopes: READ_SCOPES, expires_at: toTimestamp(new Date(Date.now() + 2 * HOUR)) };
			const made = await createKey(account, wish, 'svc_', toTimestamp(new Date()), (key, ...hash) =>
				state.keys.add({ ...key, expires_at }, ...hash),
			);
			expect(await statusesOf(made.secret)).toEqual(statuses);
		}
	});

	test('wrong passwords are counted together, and the limit ends after the usual time', async () => {
		const [owner] = browsers();
		expect(await signUp(owner, 'eve@site.example')).toBe(true);
		const guessers = browsers();
		const statuses: number[] = [];
		let wait: string | null = null;
		for (let i = 0; i < 14; i++) {
			const form = { email: 'eve@site.example', password: `a wrong one ${i}` };
			const answer = await guessers[i % 2]!.post('/account/sign-in/', form);
			statuses.push(answer.status);
			wait = answer.headers.get('retry-after');
		}
		console.log(`Guessed passwords on both servers in turn: ${statuses.join(' ')}; wait ${wait} s`);
		expect(statuses.indexOf(429)).toBe(10);
		expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
		expect(Number(wait)).toBeLessThanOrEqual(15 * 60);
	});

	test('the one whose time differs from that of PostgreSQL says what to do', async () => {
		const warnings = ({ log }: ServerProcess) => log().filter(({ msg }) => msg?.includes('clock'));
		await expect
			.poll(() => warnings(servers[1]!))
			.toMatchObject([
				{
					level: 'warn',
					msg: expect.stringMatching(/^the clock of this machine is 60 minutes ahead of PostgreSQL.* NTP/),
				},
			]);
		expect(warnings(servers[0]!)).toEqual([]);
	});
});
