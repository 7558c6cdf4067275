import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toTimestamp } from '../../src/catalog/fields.ts';
import { createKey } from '../../src/keys/create.ts';
import { MOST_ACTIVE_KEYS } from '../../src/keys/key.ts';
import { READ_SCOPES } from '../../src/keys/scope.ts';
import { openState, type State } from '../../src/state/state.ts';
import type { KeyClient, Seen } from '../support/key-client.ts';
import { startServer } from '../support/running-server.ts';
import { makeDirectory, type SmallDirectory } from '../support/small-directory.ts';

const KEYS = 200;
const CLIENTS = 3;

let directory: SmallDirectory;
let state: State;

beforeAll(async () => {
	directory = await makeDirectory({ programs: 5, reviews: 5 });
	state = openState(directory.state);
});
afterAll(() => {
	state?.close();
	directory?.remove();
});

/** Keys of as many accounts as it takes. */
async function makeKeys(): Promise<{ id: string; secret: string }[]> {
	const now = toTimestamp(new Date());
	const made = [];
	for (let i = 0; i < KEYS; i++) {
		const number = Math.floor(i / MOST_ACTIVE_KEYS);
		const account = { id: `acc_${number}`, email: `${number}@site.example`, plan: 'free', created_at: now } as const;
		await state.accounts.add(account);
		const wish = { name: 'test', scopes: READ_SCOPES, expires_at: null };
		const { key, secret } = await createKey(account, wish, 'svc_', now, (...key) => state.keys.add(...key));
		made.push({ id: key.id, secret });
	}
	return made;
}

async function startClient(data: KeyClient): Promise<Seen> {
	const client = new Worker(new URL('../support/key-client.ts', import.meta.url), { workerData: data });
	const [seen] = await once(client, 'message');
	return seen;
}

describe('Two processes under load', () => {
	test('refuse each of 200 keys in every request that is sent after its revocation was acknowledged', async () => {
		const keys = await makeKeys();
		const server = await startServer(directory, { env: { WORKERS: '2', LOG_LEVEL: 'error' } });
		const progress = new Int32Array(new SharedArrayBuffer(8));
		const secrets = keys.map(({ secret }) => secret);
		const clients = Array.from({ length: CLIENTS }, () => startClient({ port: server.port, keys: secrets, progress }));
		await sleep(500);
		for (const [i, { id }] of keys.entries()) {
			expect(await state.keys.revoke(id, toTimestamp(new Date()))).toBe(true);
			Atomics.store(progress, 0, i + 1);
			await sleep(10);
		}
		Atomics.store(progress, 1, 1);
		const seen = await Promise.all(clients);
		await server.stop();
		const sum = (of: keyof Seen) => seen.reduce((total, one) => total + one[of], 0);
		expect({ late: sum('late'), others: sum('others') }).toEqual({ late: 0, others: 0 });
		expect(sum('refused')).toBeGreaterThan(KEYS);
	});
});
