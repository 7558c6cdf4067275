/** Sockets that share a port. The system gives each new connection to one of them. */

import net from 'node:net';
import type { ListenAddress } from '../config/defaults.ts';
import { findAddress } from './listen.ts';

/**
 * The number of sockets that listen on the port. In each turn of its event loop, Node accepts one connection per socket
 * and also reads from every connection that has data. With hundreds of busy connections, a turn takes so long that new
 * clients would wait for seconds at a single socket.
 */
export const SOCKETS = 16;

/** A socket that has an address, but does not listen yet. */
export interface BoundSocket {
	/** The file descriptor. */
	fd(): number;
	close(): void;
}

/** Node's class for such sockets. Node has it since version 26.4, and the types do not declare it yet. */
const { BoundSocket } = net as typeof net & {
	readonly BoundSocket?: new (options: ListenAddress & { readonly reusePort: true }) => BoundSocket;
};

/** Whether sockets can share a port here, also between processes. */
export const CAN_SHARE_PORT = process.platform === 'linux' && BoundSocket !== undefined;

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
