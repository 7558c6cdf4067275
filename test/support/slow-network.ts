import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A simulated network between servers and a database. It can delay data, hold data back, or end all connections. */
export interface SlowNetwork {
	/** The port to connect to instead of the port of the database. */
	readonly port: number;
	/** The delay of data that is sent to the database, in milliseconds. */
	delay: number;
	/** Whether data is held back, as if the network had failed. Neither side is notified. */
	isStuck: boolean;
	/** Ends all connections. */
	cut(): void;
	close(): Promise<void>;
}

/** Makes a simulated network in front of a port on this machine. */
export async function slowNetwork(target: number): Promise<SlowNetwork> {
	const sockets = new Set<Socket>();
	const pairs = createServer((client) => {
		const server = connect(target, '127.0.0.1');
		for (const [from, to] of [
			[client, server],
			[server, client],
		] as const) {
			from.setNoDelay();
			sockets.add(from);
			from.on('error', () => {});
			from.on('close', () => {
				sockets.delete(from);
				to.destroy();
			});
			const send = (data: Buffer): void => {
				if (network.isStuck) setTimeout(() => send(data), 10).unref();
				else if (to.writable) to.write(data);
			};
			from.on('data', (data) => {
				const delay = from === client ? network.delay : 0;
				if (delay > 0) setTimeout(() => send(data), delay);
				else send(data);
			});
		}
	});
	pairs.listen(0, '127.0.0.1');
	await once(pairs, 'listening');
	const network: SlowNetwork = {
		port: (pairs.address() as AddressInfo).port,
		delay: 0,
		isStuck: false,
		cut() {
			for (const socket of sockets) socket.destroy();
		},
		async close() {
			pairs.close();
			network.cut();
		},
	};
	return network;
}
