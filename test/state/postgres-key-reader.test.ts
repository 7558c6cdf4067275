import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import type { State } from '../../src/state/state.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { query } from '../support/postgres-server.ts';
import { makeKeys, type RevocableKey } from '../support/revocable-keys.ts';
import { type SlowNetwork, slowNetwork } from '../support/slow-network.ts';

let url: string;
let network: SlowNetwork;
let state: State;
let distant: State;
let keys: RevocableKey[];

beforeAll(async () => {
	url = await emptyDatabase();
	state = await openPostgres(url);
	const { port } = new URL(url);
	network = await slowNetwork(Number(port));
	distant = await openPostgres(url.replace(`:${port}/`, `:${network.port}/`));
	keys = await makeKeys(state, 30);
});
afterAll(async () => {
	await Promise.all([state?.close(), distant?.close()]);
	await network?.close();
});

const find = async ({ secret }: RevocableKey, { keyReader } = state) => keyReader.find(secret, () => true);

describe('Keys in PostgreSQL', () => {
	test('that are needed in the same turn of the event loop are looked up together', async () => {
		await find(keys[0]!, distant);
		network.delay = 50;
		const start = performance.now();
		const found = await Promise.all([...keys, ...keys].map((key) => find(key, distant)));
		// One after another, 60 queries on two connections would take 1.5 seconds.
		expect(performance.now() - start).toBeLessThan(1000);
		network.delay = 0;
		expect(found.map((record) => record?.id)).toEqual([...keys, ...keys].map(({ id }) => id));
	});

	test('are looked up for every request, so a revocation applies before it is confirmed', async () => {
		await find(keys[1]!, distant);
		await state.keys.revoke(keys[1]!.id, toTimestamp(new Date()));
		expect(await find(keys[1]!, distant)).toMatchObject({ revoked_at: expect.any(String) });
	});

	test('are found as soon as they exist', async () => {
		expect(await find({ id: '', secret: 'svc_none' })).toBe(undefined);
		await query(url, 'UPDATE keys SET revoked_at = NULL WHERE id = $1', [keys[1]!.id]);
		expect(await find(keys[1]!)).toMatchObject({ revoked_at: null });
	});

	test('are not looked up in the database if they are malformed', () => {
		expect(state.keyReader.find('svc_none', () => false)).toBe(undefined);
	});

	test('are found again after all connections were lost', async () => {
		network.cut();
		expect(await find(keys[2]!, distant)).toMatchObject({ id: keys[2]!.id });
	});

	test('are never found by a result that arrives too late', async () => {
		network.isStuck = true;
		const asked = find(keys[3]!, distant);
		await expect(asked).rejects.toThrow('did not answer in time');
		network.isStuck = false;
		expect(await find(keys[3]!, distant)).toMatchObject({ id: keys[3]!.id });
	});
});

test('After the state is closed, it has no connection', async () => {
	const address = await emptyDatabase();
	const closing = await openPostgres(address);
	await closing.keyReader.find('svc_none', () => true);
	await closing.close();
	const others = 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
	await expect.poll(() => query(address, others)).toEqual([]);
});
