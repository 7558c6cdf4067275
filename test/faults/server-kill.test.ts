import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openState, type State } from '../../src/state/state.ts';
import { childProcesses } from '../support/child-processes.ts';
import { RawConnection } from '../support/raw-http.ts';
import { startServer } from '../support/running-server.ts';
import { makeDirectory, type SmallDirectory } from '../support/small-directory.ts';

const ROUNDS = 3;
const CONNECTIONS = 8;
const FAST_MINUTE = { NODE_OPTIONS: `--import=${new URL('../support/fast-minute.ts', import.meta.url)}` };

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

/** How many requests of all keys are written down. */
function written(): number {
	return (state.database.prepare('SELECT sum(requests) FROM key_usage').pluck().get() as number | null) ?? 0;
}

describe('Servers that are killed under load', () => {
	test('lose no count of requests that was written, which is once a minute, and count none twice', async () => {
		let answered = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const server = await startServer(directory, { env: { ...FAST_MINUTE, WORKERS: '2', LOG_LEVEL: 'error' } });
			const clients = Array.from({ length: CONNECTIONS }, async () => {
				const connection = await RawConnection.open(server.port);
				const ask = () => connection.request('GET', '/v1/categories', [`X-API-Key: ${directory.key}`]);
				while ((await ask().catch(() => undefined)) !== undefined) answered++;
			});
			await sleep(500);
			const before = answered;
			await expect.poll(written, { timeout: 20_000 }).toBeGreaterThanOrEqual(before);
			await sleep(Math.random() * 1000);
			for (const pid of childProcesses(server.child.pid!)) process.kill(pid, 'SIGKILL');
			await server.stop('SIGKILL');
			await Promise.all(clients);
			expect(written()).toBeGreaterThanOrEqual(before);
			// What was being answered may have been counted.
			expect(written()).toBeLessThanOrEqual(answered + CONNECTIONS);
			expect(state.database.pragma('integrity_check', { simple: true })).toBe('ok');
			answered = written();
		}
	});
});
