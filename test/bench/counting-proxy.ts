/** A proxy that forwards connections to a server and counts the requests and bytes. */
import { type AddressInfo, connect, createServer } from 'node:net';

export interface Traffic {
	readonly requests: number;
	/** The number of bytes that the server sent, including headers. */
	readonly bytes: number;
}

export interface CountingProxy {
	readonly port: number;
	/** The traffic so far. */
	traffic(): Traffic;
	close(): void;
}

/** @param target the port of the server */
export async function countingProxy(target: number): Promise<CountingProxy> {
	let [requests, bytes] = [0, 0];
	const server = createServer((client) => {
		const upstream = connect(target, '127.0.0.1');
		// The requests have no bodies, so exactly one line of each request begins with its method.
		client.on('data', (data) => {
			requests += data.toString('latin1').match(/^GET \//gm)?.length ?? 0;
		});
		upstream.on('data', ({ length }) => {
			bytes += length;
		});
		client.pipe(upstream).pipe(client);
		for (const socket of [client, upstream]) {
			socket.on('error', () => {
				client.destroy();
				upstream.destroy();
			});
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		traffic: () => ({ requests, bytes }),
		close: () => void server.close(),
	};
}
