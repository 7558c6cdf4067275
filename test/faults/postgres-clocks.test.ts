/** Two servers with one PostgreSQL: one has the right time, and the clock of the other one is ahead by an hour. */
import { afterAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import { FormClient } from '../support/form-client.ts';
import { openKeyForm, sendKeyForm, signUp } from '../support/key-forms.ts';
import { ownDirectory } from '../support/own-server.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { requestOnce } from '../support/raw-http.ts';
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
