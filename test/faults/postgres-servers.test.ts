/** Several servers with one PostgreSQL, behind nginx if it is installed; otherwise clients choose a server themselves. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import type { State } from '../../src/state/state.ts';
import { HAS_NGINX, type StartedServer } from '../bench/servers.ts';
import { startDeployedNginx } from '../support/deployed-nginx.ts';
import type { Seen } from '../support/key-client.ts';
import { ownDirectory } from '../support/own-server.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { makeKeys, type RevocableKey } from '../support/revocable-keys.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { startKeyClient } from '../support/start-key-client.ts';
import { visitSteadily } from '../support/steady-visits.ts';

const KEYS = 200;
const SERVERS = 3;
/** The number of responses before the next key is revoked. */
const ANSWERS_A_KEY = 200;

const directory = ownDirectory('site');
let nginx: StartedServer | undefined;

const url = await emptyDatabase();
const servers: ServerProcess[] = await Promise.all(Array.from({ length: SERVERS }, (_, i) => start(i)));
if (HAS_NGINX) {
	const folder = join(directory.folder, 'nginx');
	nginx = await startDeployedNginx({ folder, servers: servers.map(({ port }) => port) });
}
const states: State[] = await Promise.all(Array.from({ length: SERVERS }, () => openPostgres(url)));
afterEach(() => {
	for (const { child } of servers) expect(child.exitCode).toBe(null);
});
afterAll(async () => {
	await nginx?.stop();
	await Promise.all((servers ?? []).map((server) => server.stop()));
	await Promise.all((states ?? []).map((state) => state.close()));
});

/** Starts a server that shares the folder of releases with the others, as several machines can. */
function start(machine: number, port = '0'): Promise<ServerProcess> {
	const env = { DATABASE_URL: url, PORT: port, TRUST_PROXY: '1', LOG_LEVEL: 'error' };
	return startServer({ out: directory.out, state: join(directory.folder, `state-${machine}`) }, { env });
}

/** The ports that clients use. */
const entries = (): number[] => (nginx ? [nginx.port] : servers.map(({ port }) => port));

describe(`Three servers with one PostgreSQL, ${HAS_NGINX ? 'behind nginx' : 'without a proxy'}, under load`, () => {
	test('refuse each of 200 keys in every request sent after its revocation was acknowledged', async () => {
		const keys = await makeKeys(states[0]!, KEYS);
		const progress = new Int32Array(new SharedArrayBuffer(12));
		const secrets = keys.map(({ secret }) => secret);
		const begun = performance.now();
		const ports = new Set([...servers.map(({ port }) => port), ...entries()]);
		const clients = [...ports].map((port) => startKeyClient({ port, keys: secrets, progress }));
		for (const [i, { id }] of keys.entries()) {
			while (Atomics.load(progress, 2) < (i + 1) * ANSWERS_A_KEY) await sleep(1);
			expect(await states[i % SERVERS]!.keys.revoke(id, toTimestamp(new Date()))).toBe(true);
			Atomics.store(progress, 0, i + 1);
		}
		await sleep(100);
		Atomics.store(progress, 1, 1);
		const seen = await Promise.all(clients);
		const sum = (of: keyof Seen) => seen.reduce((total, one) => total + one[of], 0);
		const rate = Math.round((progress[2]! / (performance.now() - begun)) * 1000);
		console.log(
			`200 revocations: ${sum('late')} of ${sum('refused')} later requests accepted; ${sum('others')} of ${progress[2]} requests failed; ${rate} answers a second`,
		);
		expect(sum('late')).toBe(0);
		// On a busy machine, PostgreSQL can be too late for a decision. The server then responds with 503.
		expect(sum('others')).toBeLessThan(progress[2]! / 100);
		expect(sum('accepted')).toBeGreaterThan(KEYS);
		expect(sum('refused')).toBeGreaterThan(KEYS);
	});

	test('lose only requests at a server that is killed', async () => {
		const [{ secret }] = (await makeKeys(states[0]!, 1)) as [RevocableKey];
		const [killed, ...others] = servers;
		const lost = visitSteadily(() => killed!.port, secret);
		const alive = nginx ? [...others, nginx] : others;
		const visits = alive.map(({ port }) => visitSteadily(() => port, secret));
		await sleep(1000);
		expect(lost.failed).toEqual([]);
		await killed!.stop('SIGKILL');
		const { answered: before, failed } = await lost.end();
		await sleep(2000);
		const ended = await Promise.all(visits.map((visit) => visit.end()));
		servers[0] = await start(0, String(killed!.port));
		const answered = ended.reduce((sum, one) => sum + one.answered, 0);
		const elsewhere = ended.flatMap((one) => one.failed);
		console.log(
			`A server killed: ${before} of its requests had been answered; through ${alive.length} other ways ${answered} requests, ${elsewhere.length} failed`,
		);
		// Its clients lose their connections. No response has another status.
		expect(failed.filter((message) => /^status \d/.test(message))).toEqual([]);
		expect(elsewhere).toEqual([]);
	});
});
