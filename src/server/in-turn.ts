import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The maximum number of requests that wait on one connection. Node reads up to 64 kB at once. This much data can
 * contain 2,500 requests, and Node creates objects of about 5 kB for each of them.
 */
const MOST_WAITING = 64;
/** For each connection, the number of requests that wait for earlier responses. */
const waiting = new WeakMap<Socket, number>();

/**
 * Handles a request after the earlier requests on its connection. This way, each connection occupies the server with
 * only one request at a time, and a request is refused if its key is revoked while the request waits. Does nothing if
 * the client has disconnected before its turn. Disconnects a client that sends too many requests in advance.
 */
export function inTurn({ socket }: IncomingMessage, response: ServerResponse, work: () => void): void {
	if (socket.destroyed) return;
	if (response.socket !== null) {
		work();
		return;
	}
	const count = waiting.get(socket) ?? 0;
	if (count === MOST_WAITING) {
		socket.destroy();
		return;
	}
	waiting.set(socket, count + 1);
	response.once('socket', () => {
		waiting.set(socket, waiting.get(socket)! - 1);
		// Node is still finishing the previous response at this point.
		process.nextTick(() => {
			if (!socket.destroyed) work();
		});
	});
}
