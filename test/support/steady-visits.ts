/** Clients that send requests without a pause, while something about the server changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RawConnection } from './raw-http.ts';

/** The number of clients that open a connection for each request, and of those that keep theirs. */
export const CLIENTS = { once: 16, kept: 8 };

export interface Visits {
	readonly answered: number;
	/** A message for each request that did not get status 200. It begins with “connect ” if connecting failed. */
	readonly failed: readonly string[];
}

export interface RunningVisits extends Pick<Visits, 'failed'> {
	end(): Promise<Visits>;
}

/**
 * Starts requesting the categories. Clients follow `Connection: close`, and do not try again.
 *
 * @param port returns the port for each new connection
 */
export function visitSteadily(port: () => number, key: string): RunningVisits {
	const failed: string[] = [];
	let answered = 0;
	let isOver = false;

	/** Sends requests over one connection until the server closes it, or only one unless `keeps` is true. */
	async function visit(keeps: boolean): Promise<void> {
		const connection = await RawConnection.open(port());
		try {
			for (let isOpen = true; isOpen && !isOver; ) {
				const response = await connection.request('GET', '/v1/categories', [`X-API-Key: ${key}`]);
				if (response?.status !== 200) throw new Error(`status ${response?.status}`);
				answered++;
				isOpen = keeps && response.headers.get('connection') !== 'close';
			}
		} finally {
			connection.close();
		}
	}

	async function run(keeps: boolean): Promise<void> {
		while (!isOver) {
			await visit(keeps).catch((error: Error) => failed.push(error.message));
			// Let other processes run too.
			await sleep(1);
		}
	}

	const clients = [CLIENTS.once, CLIENTS.kept].flatMap((count, i) => Array.from({ length: count }, () => run(i === 1)));
	return {
		failed,
		async end() {
			isOver = true;
			await Promise.all(clients);
			return { answered, failed };
		},
	};
}
