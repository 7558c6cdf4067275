import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from './connections.ts';

/**
 * How long the server keeps listening after it starts to ask clients to close their connections, in milliseconds.
 * Without this time, requests on open connections would be lost. New connections could be lost too, because the system
 * resets those that the server has not accepted when it stops listening.
 */
const CLOSE_NOTICE = 700;
/**
 * How long an unused connection may take to send a request after the server has stopped listening, in milliseconds. The
 * first request of a new connection can still be on its way.
 */
const UNUSED_TIME = 1000;
/** How long running requests may take to finish after the server has stopped listening, in milliseconds. */
const FINISH_TIME = 10_000;

/**
 * Closes a server. Its running requests finish, and requests that are on their way are answered.
 *
 * @param stopListening resolves when no connection is open any more
 */
export async function drain(
	http: Server,
	connections: Connections,
	stopListening: () => Promise<void> | undefined,
): Promise<void> {
	await sleep(CLOSE_NOTICE);
	const closed = stopListening();
	const start = performance.now();
	const end = start + FINISH_TIME;
	const mustWait = ({ bytesRead, writableLength }: Socket) =>
		writableLength > 0 || (bytesRead === 0 && performance.now() < start + UNUSED_TIME);
	while (performance.now() < end && [...connections.all].some(mustWait)) await sleep(20);
	http.closeIdleConnections();
	// Browsers open connections in advance. Node does not count an unused connection as idle.
	for (const socket of connections.all) if (socket.bytesRead === 0) socket.destroy();
	setTimeout(() => http.closeAllConnections(), end - performance.now()).unref();
	await closed;
}
