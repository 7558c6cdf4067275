import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * Starts a proxy that forwards connections to one port. After a switch, it forwards new connections to another port,
 * and keeps the existing ones, like nginx.
 */
export async function startProxy(first: number) {
	let target = first;
	const server = createServer((client) => {
		const upstream = connect(target, '127.0.0.1');
		client.pipe(upstream).pipe(client);
		for (const [one, other] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			one.on('error', () => other.destroy());
		}
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		switchTo(port: number) {
			target = port;
		},
		close: () => void server.close(),
	};
}
