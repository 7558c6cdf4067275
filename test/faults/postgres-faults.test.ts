import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import type { State } from '../../src/state/state.ts';
import { KEYS } from '../../src/website/addresses.ts';
import { FormClient } from '../support/form-client.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { createDatabase, PostgresServer, query } from '../support/postgres-server.ts';
import { makeKeys, type RevocableKey } from '../support/revocable-keys.ts';
import { type SlowNetwork, slowNetwork } from '../support/slow-network.ts';

/** The maximum time until a request is answered with 503, and until the first 200 after the end of a fault. */
const LIMIT = 2000;
/** Busy machines take longer. */
const SLACK = 1500;

const directory = ownDirectory('site');
/** The state through the network, and directly. */
let [distant, state]: State[] = [];
let keys: RevocableKey[];

const postgres = await PostgresServer.start();
const network: SlowNetwork = await slowNetwork(postgres.port);
const database = new URL(await createDatabase(postgres.url('postgres')));
await query(postgres.url('postgres'), "CREATE ROLE directory LOGIN PASSWORD 'password'");
await query(postgres.url('postgres'), `ALTER DATABASE ${database.pathname.slice(1)} OWNER TO directory`);
database.username = 'directory';
const direct = database.href;
const urls: { readonly direct: string; readonly distant: string } = {
	direct,
	distant: direct.replace(`:${postgres.port}/`, `:${network.port}/`),
};
const server = await ownServer(directory, { env: { DATABASE_URL: urls.distant, TRUST_PROXY: '1' } });
beforeEach(async () => {
	[distant, state] = await Promise.all([openPostgres(urls.distant), openPostgres(urls.direct)]);
	await query(urls.direct, 'DELETE FROM accounts');
	keys = await makeKeys(state!, 10);
});
afterEach(async () => {
	await Promise.all([distant!.close(), state!.close()]);
	expect(server.child.exitCode).toBe(null);
	expect(server.output()).not.toMatch(/unhandled|uncaught/i);
});
afterAll(async () => {
	await network.close();
	await postgres.remove();
});

interface Answer {
	readonly status: number;
	readonly ms: number;
	readonly retryAfter: string | null;
	readonly body: { readonly code?: string };
}

async function ask(key = keys[0]!): Promise<Answer> {
	const start = performance.now();
	const response = await fetch(`http://127.0.0.1:${server.port}/v1/categories`, {
		headers: { 'X-API-Key': key.secret },
	});
	const body = await response.json();
	const ms = performance.now() - start;
	return { status: response.status, ms, retryAfter: response.headers.get('retry-after'), body };
}

/** Sends requests until the end of a fault. Reports what the fault cost. */
async function during(name: string, fault: () => Promise<void>, end: () => Promise<void>): Promise<Answer[]> {
	expect((await ask()).status).toBe(200);
	const answers: Answer[] = [];
	let isOver = false;
	const clients = Array.from({ length: 8 }, async () => {
		while (!isOver) {
			answers.push(await ask());
			await sleep(20);
		}
	});
	await fault();
	const page = await fetch(`http://127.0.0.1:${server.port}/`);
	expect(page.status).toBe(200);
	await end();
	const ended = performance.now();
	while ((await ask()).status !== 200) await sleep(10);
	const back = performance.now() - ended;
	isOver = true;
	await Promise.all(clients);
	const failed = answers.filter(({ status }) => status !== 200);
	const slowest = Math.max(...answers.map(({ ms }) => ms));
	console.log(
		`${name}: ${failed.length} of ${answers.length} requests failed; slowest answer ${(slowest / 1000).toFixed(1)} s; first 200 after ${(back / 1000).toFixed(2)} s`,
	);
	for (const { status, body, retryAfter } of failed) {
		expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
		expect(Number(retryAfter)).toBeGreaterThan(0);
	}
	expect(slowest).toBeLessThan(LIMIT + SLACK);
	expect(back).toBeLessThan(LIMIT + SLACK);
	return failed;
}

/** Ends all connections of servers. */
async function endConnections(): Promise<void> {
	await query(
		postgres.url('postgres'),
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'directory'",
	);
}

async function repair(): Promise<void> {
	network.delay = 0;
	network.isStuck = false;
}

/** Restarts PostgreSQL after a while. */
const restartLater = async () => {
	await sleep(3000);
	await postgres.start();
};

describe('If PostgreSQL', () => {
	test('stops, account pages answer 503, and users stay signed in', async () => {
		const user = new FormClient(server.port);
		const form = { email: 'ada@site.example', newPassword: 'a rather long one' };
		expect((await user.post('/account/sign-up/', form)).status).toBe(303);
		expect((await user.get(KEYS.address)).status).toBe(200);
		await postgres.stop();
		const [shown, saved] = await Promise.all([user.get(KEYS.address), user.post('/account/sign-in/', form)]);
		expect([shown.status, saved.status]).toEqual([503, 503]);
		expect(await shown.text()).toContain('This page cannot be shown at the moment.');
		expect(await saved.text()).toContain('Your changes cannot be saved at the moment.');
		await postgres.start();
		await expect.poll(async () => (await user.get(KEYS.address)).status).toBe(200);
	});

	test('stops, the API answers 503, the website goes on, and everything works again when it is back', async () => {
		expect(await during('stopped', () => postgres.stop(), restartLater)).not.toEqual([]);
		expect(await state!.keys.revoke(keys[0]!.id, toTimestamp(new Date()))).toBe(true);
		expect((await ask()).status).toBe(401);
	});

	test('is killed, nothing that was confirmed is lost', async () => {
		await state!.keys.revoke(keys[1]!.id, toTimestamp(new Date()));
		await during('killed', () => postgres.kill(), restartLater);
		expect((await ask(keys[1]!)).status).toBe(401);
		expect(await state!.keys.all()).toHaveLength(10);
	});

	test('is slow by 300 ms, no result arrives in time, so the API answers 503, and account pages are slow', async () => {
		const user = new FormClient(server.port);
		const form = { email: 'bob@site.example', newPassword: 'a rather long one' };
		expect((await user.post('/account/sign-up/', form)).status).toBe(303);
		const fault = async () => {
			network.delay = 300;
			expect((await user.get(KEYS.address)).status).toBe(200);
		};
		expect(await during('slow by 300 ms', fault, repair)).not.toEqual([]);
	});

	test('is cut off without a word, the API answers 503', async () => {
		const fault = async () => {
			network.isStuck = true;
			await sleep(4000);
		};
		expect(await during('cut off', fault, repair)).not.toEqual([]);
	});

	test('has no connections left, lost ones are replaced as soon as there are some', async () => {
		const fault = async () => {
			await query(postgres.url('postgres'), 'ALTER ROLE directory CONNECTION LIMIT 0');
			await endConnections();
			await sleep(3000);
		};
		const end = async () => {
			await query(postgres.url('postgres'), 'ALTER ROLE directory CONNECTION LIMIT -1');
		};
		expect(await during('without connections', fault, end)).not.toEqual([]);
		await query(postgres.url('postgres'), 'ALTER ROLE directory CONNECTION LIMIT 0');
		await expect(openPostgres(urls.direct)).rejects.toThrow(
			/cannot be used: it answered: too many connections for role "directory"\. Check that it is running and accepts connections/,
		);
		await end();
	});
});
