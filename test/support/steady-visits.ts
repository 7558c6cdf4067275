/** Runs clients that send requests continuously while something about the server changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RawConnection } from './raw-http.ts';

/**
 * The number of clients that open a new connection for each request, and of clients that keep their connection open.
 */
const CLIENTS = { once: 16, kept: 8 };

interface Visits {
	readonly answered: number;
	/** A message for each request that did not get status 200. It begins with “connect ” if connecting failed. */
	readonly failed: readonly string[];
}

interface RunningVisits extends Pick<Visits, 'failed'> {
	end(): Promise<Visits>;
}

/**
 * Starts clients that request the categories. They obey `Connection: close`, and do not repeat failed requests.
 *
 * @param port returns the port for each new connection
 */
export function visitSteadily(port: () => number, key: string): RunningVisits {
	const failed: string[] = [];
	let answered = 0;
	let isOver = false;

	/**
	 * Sends one request over a new connection. If `keeps` is true, sends requests until the server closes the
	 * connection or the visits end.
	 */
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
