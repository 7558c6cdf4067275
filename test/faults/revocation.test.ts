import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import type { Seen } from '../support/key-client.ts';
import { ownDirectory } from '../support/own-server.ts';
import { makeKeys } from '../support/revocable-keys.ts';
import { startServer } from '../support/running-server.ts';
import { startKeyClient } from '../support/start-key-client.ts';

const KEYS = 200;
const CLIENTS = 3;
/** The number of responses before the next key is revoked. */
const ANSWERS_A_KEY = 1000;

const directory = ownDirectory('api');

test('Two processes under load refuse each of 200 keys in every request sent after its revocation was acknowledged', async () => {
	const state = openSqlite(directory.state);
	onTestFinished(() => state.close());
	const keys = await makeKeys(state, KEYS);
	const server = await startServer(directory, { env: { WORKERS: '2', LOG_LEVEL: 'error' } });
	onTestFinished(async () => void (await server.stop('SIGKILL')));
	const progress = new Int32Array(new SharedArrayBuffer(12));
	const secrets = keys.map(({ secret }) => secret);
	const clients = Array.from({ length: CLIENTS }, () => startKeyClient({ port: server.port, keys: secrets, progress }));
	for (const [i, { id }] of keys.entries()) {
		while (Atomics.load(progress, 2) < (i + 1) * ANSWERS_A_KEY) await sleep(1);
		expect(await state.keys.revoke(id, toTimestamp(new Date()))).toBe(true);
		Atomics.store(progress, 0, i + 1);
	}
	await sleep(100);
	Atomics.store(progress, 1, 1);
	const seen = await Promise.all(clients);
	const sum = (of: keyof Seen) => seen.reduce((total, one) => total + one[of], 0);
	expect({ late: sum('late'), others: sum('others') }).toEqual({ late: 0, others: 0 });
	expect(sum('refused')).toBeGreaterThan(KEYS);
});
