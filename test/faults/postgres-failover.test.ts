/** A primary with a synchronous standby, and a proxy that connects servers to the primary. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { createKey } from '../../src/state/keys/create.ts';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import { ownDirectory } from '../support/own-server.ts';
import { createDatabase, PostgresServer, query } from '../support/postgres-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { makeKeys, type RevocableKey } from '../support/revocable-keys.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { startProxy } from '../support/switching-proxy.ts';

const SERVERS = 2;
const WRITERS = 4;
/** How long writers run before the primary is killed, and the time until the standby is promoted, in milliseconds. */
const [BEFORE, OUTAGE] = [2000, 1500];

const directory = ownDirectory('api');

const primary = await PostgresServer.start();
const standby = await primary.addStandby();
/** The address of the database on the primary. */
const url = await createDatabase(primary.url('postgres'));
const proxy = await startProxy(primary.port);
const distant = url.replace(`:${primary.port}/`, `:${proxy.port}/`);
const env = { DATABASE_URL: distant, LOG_LEVEL: 'error' };
const servers: ServerProcess[] = await Promise.all(
	Array.from({ length: SERVERS }, () => startServer(directory, { env })),
);
const state = await openPostgres(distant);
afterAll(async () => {
	await Promise.all((servers ?? []).map((server) => server.stop()));
	await state.close();
	proxy.close();
	await standby.remove();
	await primary.remove();
});

/** The statuses with which all servers respond to a key. */
async function statusesOf(key: RevocableKey): Promise<number[]> {
	const get = ({ port }: ServerProcess) => requestOnce(port, 'GET', '/v1/categories', [`X-API-Key: ${key.secret}`]);
	return (await Promise.all(servers.map(get))).map(({ status }) => status);
}

const now = () => toTimestamp(new Date());

test('A revocation is not confirmed while the standby is away', async () => {
	const [key] = (await makeKeys(state, 1)) as [RevocableKey];
	await standby.stop();
	await expect(state.keys.revoke(key.id, now())).rejects.toThrow('cannot be used: it did not answer in time');
	await standby.start();
	await state.keys.revoke(key.id, now());
	expect(await statusesOf(key)).toEqual([401, 401]);
});

/** The accounts and keys whose writes were confirmed. */
interface Confirmed {
	readonly accounts: string[];
	readonly active: RevocableKey[];
	readonly revoked: RevocableKey[];
}

/** Creates accounts, each with two keys, and revokes one of them, until the test is over. */
async function write(name: string, confirmed: Confirmed, isOver: () => boolean): Promise<number> {
	let failures = 0;
	for (let i = 0; !isOver(); i++) {
		const account = {
			id: `acc_${name}_${i}`,
			email: `${name}-${i}@site.example`,
			plan: 'free',
			created_at: now(),
		} as const;
		const wish = { name: 'test', scopes: READ_SCOPES, expires_at: null };
		try {
			await state.accounts.add(account);
			confirmed.accounts.push(account.id);
			for (const list of [confirmed.active, confirmed.revoked]) {
				const made = await createKey(account, wish, 'svc_', now(), (...key) => state.keys.add(...key));
				const key = { id: made.key.id, secret: made.secret };
				if (list === confirmed.revoked) await state.keys.revoke(key.id, now());
				list.push(key);
			}
		} catch {
			failures++;
		}
	}
	return failures;
}

test('When the primary is killed and the standby promoted, nothing that was confirmed is lost or doubled', async () => {
	const confirmed: Confirmed = { accounts: [], active: [], revoked: [] };
	let isOver = false;
	const writers = Array.from({ length: WRITERS }, (_, i) => write(`w${i}`, confirmed, () => isOver));
	const [used] = (await makeKeys(state, 1)) as [RevocableKey];
	const answers = { all: 0, failed: 0 };
	const visitors = servers.map(async ({ port }) => {
		while (!isOver) {
			const { status } = await requestOnce(port, 'GET', '/v1/categories', [`X-API-Key: ${used.secret}`]);
			expect([200, 503]).toContain(status);
			answers.all++;
			if (status !== 200) answers.failed++;
		}
	});

	await sleep(BEFORE);
	const before = confirmed.revoked.length;
	await primary.kill();
	proxy.switchTo(standby.port);
	await sleep(OUTAGE);
	// A standby that has not been promoted does not count, even if it can be reached.
	expect(await statusesOf(used)).toEqual([503, 503]);
	const begun = performance.now();
	await standby.promote();
	const promoted = performance.now();
	while ((await statusesOf(used)).some((status) => status !== 200)) await sleep(10);
	const [promotion, back] = [promoted - begun, performance.now() - promoted];
	await expect.poll(() => confirmed.revoked.length).toBeGreaterThan(before + WRITERS);
	isOver = true;
	const failures = (await Promise.all(writers)).reduce((sum, one) => sum + one);
	await Promise.all(visitors);

	const { accounts, active, revoked } = confirmed;
	console.log(
		`Failover: ${answers.failed} of ${answers.all} requests and ${failures} of ${accounts.length + failures} changes failed; promoted in ${seconds(promotion)} s, first 200 after ${seconds(back)} s; ${accounts.length} accounts, ${active.length} keys and ${revoked.length} revocations confirmed, ${before} of them before, none lost`,
	);
	expect(before).toBeGreaterThan(WRITERS);
	const moved = url.replace(`:${primary.port}/`, `:${standby.port}/`);
	const stored = await query<{ id: string }>(moved, 'SELECT id FROM accounts');
	const ids = new Set(stored.map(({ id }) => id));
	expect(accounts.filter((id) => !ids.has(id))).toEqual([]);
	const doubled = 'SELECT account_id FROM keys GROUP BY account_id HAVING count(*) > 2';
	expect(await query(moved, doubled)).toEqual([]);
	for (const key of revoked) expect(await statusesOf(key)).toEqual([401, 401]);
	for (const key of active) expect(await statusesOf(key)).toEqual([200, 200]);
});

function seconds(milliseconds: number): string {
	return (milliseconds / 1000).toFixed(2);
}
