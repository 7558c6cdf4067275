/**
 * A thread that sends requests with keys to a server as fast as possible, over several connections, and posts its
 * observations. Meanwhile, the keys are revoked in order. The thread shares the memory of `progress` with the test.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { RawConnection } from './raw-http.ts';

export interface KeyClient {
	readonly port: number;
	readonly keys: readonly string[];
	/**
	 * Three numbers: how many revocations have been acknowledged, 1 if the threads must end (otherwise 0), and how many
	 * responses all threads together have read.
	 */
	readonly progress: Int32Array;
}

export interface Seen {
	/** The number of responses with 200 to requests that were sent after their key's revocation was acknowledged. */
	readonly late: number;
	/** The number of responses with 401 to requests that were sent after their key's revocation was acknowledged. */
	readonly refused: number;
	/** The number of responses with 200. */
	readonly accepted: number;
	/** The number of responses with a status other than 200 and 401. */
	readonly others: number;
}

/** The number of requests that each connection sends before it reads the responses. */
const CONNECTIONS = [1, 1, 1, 1, 1, 1, 3, 3];
/**
 * The number of requests after which a connection is replaced. On a busy machine, the system may give all first
 * connections to one server process.
 */
const REQUESTS = 300;
const { port, keys, progress } = workerData as KeyClient;
const seen = { late: 0, refused: 0, accepted: 0, others: 0 };

await Promise.all(CONNECTIONS.map(sendRequests));
parentPort!.postMessage(seen satisfies Seen);

async function sendRequests(together: number): Promise<void> {
	let connection = await RawConnection.open(port);
	for (let i = 0; Atomics.load(progress, 1) === 0; i += together) {
		if (i > 0 && i % REQUESTS === 0) {
			connection.close();
			connection = await RawConnection.open(port);
		}
		const revoked = Atomics.load(progress, 0);
		// The last revoked key, the next key, and a random key.
		const choices = [Math.max(0, revoked - 1), Math.min(revoked, keys.length - 1), i % keys.length];
		const chosen = Array.from({ length: together }, (_, n) => choices[(i + n) % 3]!);
		connection.write(chosen.map(request).join(''));
		for (const key of chosen) {
			const { status } = (await connection.read())!;
			Atomics.add(progress, 2, 1);
			if (status === 200) seen.accepted++;
			else if (status !== 401) seen.others++;
			if (key < revoked && status === 200) seen.late++;
			if (key < revoked && status === 401) seen.refused++;
		}
	}
	connection.close();
}

function request(key: number): string {
	return `GET /v1/categories HTTP/1.1\r\nHost: directory.example\r\nX-API-Key: ${keys[key]}\r\n\r\n`;
}
