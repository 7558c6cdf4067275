import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { KeyClient, Seen } from './key-client.ts';

/** Starts a thread that sends requests with keys. Returns its observations when it ends. */
export async function startKeyClient(data: KeyClient): Promise<Seen> {
	const client = new Worker(new URL('key-client.ts', import.meta.url), { workerData: data });
	const [seen] = await once(client, 'message');
	return seen;
}
