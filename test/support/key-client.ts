/**
 * A thread that asks a server with keys as fast as it is answered, over several connections, and posts what it saw. Keys are
 * revoked in their order meanwhile; how far that has come it reads from memory that it shares with whoever revokes them.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { RawConnection } from './raw-http.ts';

export interface KeyClient {
	readonly port: number;
	readonly keys: readonly string[];
	/** How many revocations are acknowledged, and 1 to end. */
	readonly progress: Int32Array;
}

export interface Seen {
	readonly requests: number;
	/** Answers other than 401 to a request that was sent after its key's revocation was acknowledged. */
	readonly late: number;
	/** Answers of 401 to those. */
	readonly refused: number;
	/** Answers other than 200 and 401. */
	readonly others: number;
}

const CONNECTIONS = 8;
const { port, keys, progress } = workerData as KeyClient;
const seen = { requests: 0, late: 0, refused: 0, others: 0 };

await Promise.all(Array.from({ length: CONNECTIONS }, ask));
parentPort!.postMessage(seen satisfies Seen);

async function ask(): Promise<void> {
	const connection = await RawConnection.open(port);
	for (let i = 0; Atomics.load(progress, 1) === 0; i++) {
		const revoked = Atomics.load(progress, 0);
		// The one that was revoked last, the one that is next, and any.
		const key = [Math.max(0, revoked - 1), Math.min(revoked, keys.length - 1), i % keys.length][i % 3]!;
		const { status } = (await connection.request('GET', '/v1/categories', [`X-API-Key: ${keys[key]}`]))!;
		seen.requests++;
		if (status !== 200 && status !== 401) seen.others++;
		if (key < revoked) seen[status === 401 ? 'refused' : 'late']++;
	}
	connection.close();
}
