/** What a server says about a state in PostgreSQL that cannot be used: `/readyz`, the metrics and the log. */
import { afterAll, expect, test } from 'vitest';
import { findAddress } from '../../src/server/listen.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { createDatabase, PostgresServer, query } from '../support/postgres-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { makeKeys } from '../support/revocable-keys.ts';

const postgres: PostgresServer = await PostgresServer.start();
const database = await createDatabase(postgres.url('postgres'));
const directory = ownDirectory('api');
const state = await openPostgres(database);
const [made] = await makeKeys(state, 1);
await state.close();
const key = `X-API-Key: ${made!.secret}`;
const { port } = await findAddress({ host: '127.0.0.1', port: 0 });
const metrics = `http://127.0.0.1:${port}/metrics`;
const server = await ownServer(directory, { env: { DATABASE_URL: database, METRICS: String(port) } });
afterAll(() => postgres.remove());

/** The codes of the reasons at `/readyz`, and those that the metrics have. */
async function reasons(): Promise<unknown[]> {
	const { body } = await requestOnce(server.port, 'GET', '/readyz');
	const codes = JSON.parse(String(body)).reasons.map(({ code }: { code: string }) => code);
	const text = await (await fetch(metrics)).text();
	return [codes, [...text.matchAll(/^directory_readiness_reason\{code="(\w+)".*\} 1$/gm)].map(([, code]) => code)];
}

const ask = async () => (await requestOnce(server.port, 'GET', '/v1/categories', [key])).status;

test('While PostgreSQL is read-only, keys work and the state is not writable', async () => {
	await expect.poll(reasons).toEqual([[], []]);
	const name = new URL(database).pathname.slice(1);
	const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
	await query(postgres.url('postgres'), `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
	await query(postgres.url('postgres'), end);
	await expect.poll(reasons).toEqual([['STATE_NOT_WRITABLE'], ['STATE_NOT_WRITABLE']]);
	await expect.poll(ask).toBe(200);
	await query(postgres.url('postgres'), `ALTER DATABASE ${name} RESET default_transaction_read_only`);
	await query(postgres.url('postgres'), end);
	await expect.poll(reasons).toEqual([[], []]);
});

test('While PostgreSQL is down, keys do not work, and the log counts the failures', async () => {
	const before = server.log().length;
	await postgres.stop();
	await expect.poll(reasons).toEqual([['STATE_UNAVAILABLE'], ['STATE_UNAVAILABLE']]);
	expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array(50).fill(503));
	await server.stop();
	const lines = server.log().slice(before);
	const stacks = lines.filter(({ err }) => err !== undefined);
	expect(stacks.length).toBeLessThan(5);
	const failures = lines.filter(({ msg }) => msg?.startsWith('a request failed'));
	const more = failures.reduce((sum, line) => sum + Number(line.more ?? 0), 0);
	const single = failures.filter((line) => line.more === undefined);
	expect(single.length).toBeLessThan(5);
	expect(more + single.length).toBe(50);
	expect(failures.at(-1)?.msg).toBe(`a request failed (${failures.at(-1)?.more} more times)`);
});
