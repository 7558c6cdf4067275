import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import type { State } from '../../src/state/state.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { query } from '../support/postgres-server.ts';
import { makeKeys } from '../support/revocable-keys.ts';

const LONG_ENOUGH = { timeout: 20_000 };

let state: State;
let key: string;

beforeAll(async () => {
	state = await openPostgres(await emptyDatabase());
	key = (await makeKeys(state, 1))[0]!.secret;
});
afterAll(() => state?.close());

const find = () => state.keyReader.find(key, () => true);

describe('A key in PostgreSQL', () => {
	test('is known without waiting for 100 ms, and then asked for again', async () => {
		const isKnownAfter = async (pause: number) => {
			await find();
			await sleep(pause);
			return !(find() instanceof Promise);
		};
		await expect.poll(() => isKnownAfter(20), LONG_ENOUGH).toBe(true);
		// The last call may have caused a renewal, whose query can be sent a little later.
		await sleep(300);
		expect(find()).toBeInstanceOf(Promise);
	});

	test('stays known while it is in use', async () => {
		const isKnownInUse = async () => {
			await find();
			for (let use = 0; use < 8; use++) {
				await sleep(30);
				if (find() instanceof Promise) return false;
			}
			return true;
		};
		await expect.poll(isKnownInUse, LONG_ENOUGH).toBe(true);
	});

	test('is not asked for again after the state is closed', async () => {
		const url = await emptyDatabase();
		const closing = await openPostgres(url);
		const { secret } = (await makeKeys(closing, 1))[0]!;
		const isAskedForAgain = async () => {
			await closing.keyReader.find(secret, () => true);
			await sleep(60);
			return !(closing.keyReader.find(secret, () => true) instanceof Promise);
		};
		await expect.poll(isAskedForAgain, { ...LONG_ENOUGH, interval: 1 }).toBe(true);
		await closing.close();
		await sleep(500);
		const others = 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
		expect(await query(url, others)).toEqual([]);
	});
});
