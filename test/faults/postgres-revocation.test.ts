import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toTimestamp } from '../../src/catalog/fields.ts';
import { createKey } from '../../src/keys/create.ts';
import { READ_SCOPES } from '../../src/keys/scope.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import type { State } from '../../src/state/state.ts';
import type { Seen } from '../support/key-client.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { query } from '../support/postgres-server.ts';
import { makeKeys } from '../support/revocable-keys.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';
import { startKeyClient } from '../support/start-key-client.ts';

const KEYS = 200;
const SERVERS = 3;
/** The number of responses before the next key is revoked. */
const ANSWERS_A_KEY = 200;

let directory: SmallDirectory;
let url: string;
let states: State[];
let servers: ServerProcess[];

beforeAll(async () => {
	directory = copyDirectory('api');
	url = await emptyDatabase();
	const env = { DATABASE_URL: url, LOG_LEVEL: 'error' };
	servers = await Promise.all(Array.from({ length: SERVERS }, () => startServer(directory, { env })));
	states = await Promise.all(Array.from({ length: SERVERS }, () => openPostgres(url)));
});
afterAll(async () => {
	await Promise.all((servers ?? []).map((server) => server.stop()));
	await Promise.all((states ?? []).map((state) => state.close()));
	directory?.remove();
});

describe('Three servers with one PostgreSQL, under load', () => {
	test('refuse each of 200 keys in every request sent after its revocation was acknowledged', async () => {
		const keys = await makeKeys(states[0]!, KEYS);
		const progress = new Int32Array(new SharedArrayBuffer(12));
		const secrets = keys.map(({ secret }) => secret);
		const start = performance.now();
		const clients = servers.map(({ port }) => startKeyClient({ port, keys: secrets, progress }));
		for (const [i, { id }] of keys.entries()) {
			while (Atomics.load(progress, 2) < (i + 1) * ANSWERS_A_KEY) await sleep(1);
			expect(await states[i % SERVERS]!.keys.revoke(id, toTimestamp(new Date()))).toBe(true);
			Atomics.store(progress, 0, i + 1);
		}
		await sleep(100);
		Atomics.store(progress, 1, 1);
		const seen = await Promise.all(clients);
		const sum = (of: keyof Seen) => seen.reduce((total, one) => total + one[of], 0);
		console.log(`${Math.round((progress[2]! / (performance.now() - start)) * 1000)} answers a second`);
		expect(sum('late')).toBe(0);
		// A busy machine can answer too late for a decision. The server then responds with 503.
		expect(sum('others')).toBeLessThan(progress[2]! / 100);
		expect(sum('accepted')).toBeGreaterThan(KEYS);
		expect(sum('refused')).toBeGreaterThan(KEYS);
	});

	test('create exactly ten keys of 200 that are created at the same time on one account', async () => {
		const now = toTimestamp(new Date());
		const account = { id: 'acc_full', email: 'full@site.example', plan: 'free', created_at: now } as const;
		await states[0]!.accounts.add(account);
		const wish = { name: 'test', scopes: READ_SCOPES, expires_at: null };
		const made = await Promise.allSettled(
			Array.from({ length: 200 }, (_, i) =>
				createKey(account, wish, 'svc_', now, (...key) => states[i % SERVERS]!.keys.add(...key)),
			),
		);
		expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
		for (const one of made) if (one.status === 'rejected') expect(one.reason.message).toContain('has 10 active keys');
		expect(await query(url, "SELECT id FROM keys WHERE account_id = 'acc_full'")).toHaveLength(10);
	});
});
