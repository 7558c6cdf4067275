/** Accepts an HTTP server's connections through several sockets, so that new clients do not wait for busy ones. */

import cluster from 'node:cluster';
import type { Server } from 'node:http';
import net, { type ListenOptions, Server as NetServer, Socket } from 'node:net';
import type { ListenAddress } from '../config/defaults.ts';
import { findAddress, listen } from './listen.ts';

/** The file descriptor of the first socket that a worker gets from the primary process. See `startWorkers`. */
const FIRST_INHERITED = 4;

export interface Acceptor {
	readonly address: string;
	/** Stops listening. Resolves when all connections are closed. */
	close(): Promise<void>;
}

/** Starts to listen. @throws UserError when the host or the port cannot be used */
export async function accept(http: Server, where: ListenAddress): Promise<Acceptor> {
	const [first, ...others] = await sourcesOf(where);
	const servers: NetServer[] = [http];
	const address = await listen(http, where, first!);
	for (const source of others) {
		// These are the options that Node's HTTP server uses for its own socket.
		const server = new NetServer({ allowHalfOpen: true, noDelay: true }, (connection) => {
			http.emit('connection', connection);
		});
		await listen(server, where, source);
		servers.push(server);
	}
	return {
		address,
		async close() {
			// The close of Node's HTTP server would cut off a response that a slow client is still reading.
			const close = (server: NetServer) => new Promise((done) => NetServer.prototype.close.call(server, done));
			await Promise.all(servers.map(close));
		},
	};
}

async function sourcesOf(where: ListenAddress): Promise<(ListenOptions | Socket)[]> {
	if (!CAN_SHARE_PORT) return [{ ...where }];
	if (cluster.isWorker) {
		return Array.from({ length: SOCKETS }, (_, place) => new Socket({ fd: FIRST_INHERITED + place }));
	}
	// Without this check, a second server of the same user could share the port.
	const free = await findAddress(where);
	return Array.from({ length: SOCKETS }, () => ({ ...free, reusePort: true }));
}

/**
 * The number of sockets that listen on the port. In each turn of its event loop, Node accepts one connection per socket
 * and also reads from every connection that has data. With hundreds of busy connections, a turn takes so long that new
 * clients would wait for seconds at a single socket.
 */
const SOCKETS = 16;

/** A socket that has an address, but does not listen yet. */
export interface BoundSocket {
	fd(): number;
	close(): void;
}

/** Node's class for such sockets. Node has it since version 26.4, and the types do not declare it yet. */
const { BoundSocket } = net as typeof net & {
	readonly BoundSocket?: new (options: ListenAddress & { readonly reusePort: true }) => BoundSocket;
};

/** Whether sockets can share a port here, also between processes. */
const CAN_SHARE_PORT = process.platform === 'linux' && BoundSocket !== undefined;

/**
 * Makes the sockets on which the workers of a cluster listen. The primary process keeps them open and never accepts a
 * connection. So when a worker ends, no connection is lost that waits at the sockets.
 *
 * @returns no sockets if they cannot share a port here. The workers then listen themselves
 * @throws UserError when the host or the port cannot be used
 */
export async function bindSockets(where: ListenAddress): Promise<readonly BoundSocket[]> {
	if (!CAN_SHARE_PORT) return [];
	const free = await findAddress(where);
	return Array.from({ length: SOCKETS }, () => new BoundSocket!({ ...free, reusePort: true }));
}
