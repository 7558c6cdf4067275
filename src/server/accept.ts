/** Accepts an HTTP server's connections through several sockets, so that new clients do not wait for busy ones. */

import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { type ListenOptions, Server as NetServer, Socket } from 'node:net';
import type { ListenAddress } from '../config/defaults.ts';
import { findAddress, listen } from './listen.ts';
import { CAN_SHARE_PORT, SOCKETS } from './shared-port.ts';

/** The file descriptor of the first socket that a worker gets from the primary process. See `startWorkers`. */
const FIRST_INHERITED = 4;

export interface Acceptor {
	/** The URL of the server. */
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

/** The sockets or addresses to listen on. */
async function sourcesOf(where: ListenAddress): Promise<(ListenOptions | Socket)[]> {
	if (!CAN_SHARE_PORT) return [{ ...where }];
	if (cluster.isWorker) {
		return Array.from({ length: SOCKETS }, (_, place) => new Socket({ fd: FIRST_INHERITED + place }));
	}
	// Without this check, a second server of the same user could share the port.
	const free = await findAddress(where);
	return Array.from({ length: SOCKETS }, () => ({ ...free, reusePort: true }));
}
