/**
 * A thread that asks a server with keys as fast as it is answered, over several connections, and posts what it saw. Keys are
 * revoked in their order meanwhile; how far that has come it reads from memory that it shares with whoever revokes them.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { RawConnection } from './raw-http.ts';

export interface KeyClient {
	readonly port: number;
	readonly keys: readonly string[];
	/** How many revocations are acknowledged, 1 to end, and how many answers all threads have read. */
	readonly progress: Int32Array;
}

export interface Seen {
	/** Answers other than 401 to a request that was sent after its key's revocation was acknowledged. */
	readonly late: number;
	/** Answers of 401 to those. */
	readonly refused: number;
	/** Answers of 200. */
	readonly accepted: number;
	/** Answers other than 200 and 401. */
	readonly others: number;
}

/** Of each connection, how many requests it sends before it reads the answers. */
const CONNECTIONS = [1, 1, 1, 1, 1, 1, 3, 3];
const { port, keys, progress } = workerData as KeyClient;
const seen = { late: 0, refused: 0, accepted: 0, others: 0 };

await Promise.all(CONNECTIONS.map(ask));
parentPort!.postMessage(seen satisfies Seen);

async function ask(together: number): Promise<void> {
	const connection = await RawConnection.open(port);
	for (let i = 0; Atomics.load(progress, 1) === 0; i += together) {
		const revoked = Atomics.load(progress, 0);
		// The one that was revoked last, the one that is next, and any.
		const choices = [Math.max(0, revoked - 1), Math.min(revoked, keys.length - 1), i % keys.length];
		const chosen = Array.from({ length: together }, (_, n) => choices[(i + n) % 3]!);
		connection.write(chosen.map(request).join(''));
		for (const key of chosen) {
			const { status } = (await connection.read())!;
			Atomics.add(progress, 2, 1);
			if (status === 200) seen.accepted++;
			else if (status !== 401) seen.others++;
			if (key < revoked) seen[status === 401 ? 'refused' : 'late']++;
		}
	}
	connection.close();
}

function request(key: number): string {
	return `GET /v1/categories HTTP/1.1\r\nHost: directory.example\r\nX-API-Key: ${keys[key]}\r\n\r\n`;
}
