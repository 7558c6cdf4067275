import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { SqliteState } from '../../src/state/sqlite/open-sqlite.ts';
import { childProcesses } from './child-processes.ts';
import { RawConnection } from './raw-http.ts';
import { startServer } from './running-server.ts';
import type { SmallDirectory } from './small-directory.ts';

const CONNECTIONS = 8;

/** The load on the servers, and when to kill them. */
export interface Counting {
	/** The pause of each connection between two requests, in milliseconds. */
	readonly pause: number;
	/** Waits until the servers must be killed. Returns the number of requests that must be saved by then. */
	untilKilled(answered: () => number, written: () => number): Promise<number>;
}

/**
 * Kills two processes that count requests. Checks that all counts that must have been saved are saved, and that no
 * request is counted twice.
 *
 * @returns the number of requests with a response, and the number of requests with a response that were not saved
 */
export async function killWhileCounting(
	directory: SmallDirectory,
	state: SqliteState,
	{ pause, untilKilled }: Counting,
): Promise<{ answered: number; lost: number }> {
	const sum = state.database.prepare<[], number>('SELECT coalesce(sum(requests), 0) FROM key_usage').pluck();
	const earlier = sum.get()!;
	const written = () => sum.get()! - earlier;
	let answered = 0;
	const server = await startServer(directory, { env: { WORKERS: '2', LOG_LEVEL: 'error' } });
	const clients = Array.from({ length: CONNECTIONS }, async () => {
		const connection = await RawConnection.open(server.port);
		const send = () => connection.request('GET', '/v1/categories', [`X-API-Key: ${directory.key}`]);
		for (; (await send().catch(() => undefined)) !== undefined; answered++) if (pause > 0) await sleep(pause);
	});
	try {
		const due = await untilKilled(() => answered, written);
		for (const pid of childProcesses(server.child.pid!)) process.kill(pid, 'SIGKILL');
		await server.stop('SIGKILL');
		await Promise.all(clients);
		expect(written()).toBeGreaterThanOrEqual(due);
		// Requests in progress may have been counted.
		expect(written()).toBeLessThanOrEqual(answered + CONNECTIONS);
		expect(state.database.pragma('integrity_check', { simple: true })).toBe('ok');
		return { answered, lost: answered - written() };
	} finally {
		server.child.kill('SIGKILL');
	}
}
