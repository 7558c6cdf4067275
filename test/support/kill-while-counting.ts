import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { State } from '../../src/state/state.ts';
import { childProcesses } from './child-processes.ts';
import { RawConnection } from './raw-http.ts';
import { startServer } from './running-server.ts';
import type { SmallDirectory } from './small-directory.ts';

const CONNECTIONS = 8;

/** How they are loaded, and when they are killed. */
export interface Counting {
	/** Of the servers. */
	readonly env?: { readonly [name: string]: string };
	/** What each connection waits between two requests, in milliseconds. */
	readonly pause: number;
	/** Waits until the servers are to be killed; returns how many requests must be written down by then. */
	untilKilled(answered: () => number, written: () => number): Promise<number>;
}

/**
 * Two processes count requests and are killed: what must be written down is, and no request is counted twice.
 *
 * @returns how many requests were answered, and how many of them are not written down
 */
export async function killWhileCounting(
	directory: SmallDirectory,
	state: State,
	{ env, pause, untilKilled }: Counting,
): Promise<{ answered: number; lost: number }> {
	const sum = state.database.prepare<[], number>('SELECT coalesce(sum(requests), 0) FROM key_usage').pluck();
	const earlier = sum.get()!;
	const written = () => sum.get()! - earlier;
	let answered = 0;
	const server = await startServer(directory, { env: { ...env, WORKERS: '2', LOG_LEVEL: 'error' } });
	const clients = Array.from({ length: CONNECTIONS }, async () => {
		const connection = await RawConnection.open(server.port);
		const ask = () => connection.request('GET', '/v1/categories', [`X-API-Key: ${directory.key}`]);
		for (; (await ask().catch(() => undefined)) !== undefined; answered++) if (pause > 0) await sleep(pause);
	});
	try {
		const due = await untilKilled(() => answered, written);
		for (const pid of childProcesses(server.child.pid!)) process.kill(pid, 'SIGKILL');
		await server.stop('SIGKILL');
		await Promise.all(clients);
		expect(written()).toBeGreaterThanOrEqual(due);
		// What was being answered may have been counted.
		expect(written()).toBeLessThanOrEqual(answered + CONNECTIONS);
		expect(state.database.pragma('integrity_check', { simple: true })).toBe('ok');
		return { answered, lost: answered - written() };
	} finally {
		server.child.kill('SIGKILL');
	}
}
