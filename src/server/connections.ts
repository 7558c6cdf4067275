/** Limits the number of a server's open connections, and closes a connection if its client stops reading. */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunningCounter } from '../api/limits/api-limits.ts';
import type { ConnectionLimits } from '../config/defaults.ts';

interface ConnectionOptions {
	readonly limits: ConnectionLimits;
	/**
	 * Returns the group in which a connection is counted. Returns undefined for a proxy, because a proxy's connections
	 * carry the requests of many clients.
	 */
	group(remoteAddress: string): string | undefined;
	refused(limit: keyof ConnectionLimits): void;
}

/** The maximum number of open connections beyond the limits. These extra connections are for health checks. */
const SPARE = 16;
/** How long a client may pause while reading a response before its connection is closed, in milliseconds. */
const LONGEST_STALL = 30_000;
const INTERVAL = 1000;

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

/** The number of bytes sent to a client, and the time (`performance.now()`) when this number last changed. */
interface Progress {
	sent: number;
	at: number;
}

/**
 * Limits the number of connections. A connection beyond the limits is spare: it can carry one request, and the server
 * refuses this request unless it is a health check. If there are too many spare connections, a new one replaces the
 * oldest, so that idle clients cannot keep health checks out.
 */
export class Connections {
	readonly #http: Server;
	readonly #options: ConnectionOptions;
	readonly #all = new Set<Socket>();
	readonly #spare = new Set<Socket>();
	readonly #ofAddresses: RunningCounter;
	readonly #reading = new Map<Socket, Progress>();
	#isDraining = false;

	constructor(http: Server, options: ConnectionOptions) {
		this.#http = http;
		this.#options = options;
		this.#ofAddresses = new RunningCounter(options.limits.ofOneAddress);
		http.on('connection', (socket) => this.#add(socket));
		const timer = setInterval(() => this.#closeStalled(performance.now()), INTERVAL).unref();
		http.on('close', () => clearInterval(timer));
	}

	get count(): number {
		return this.#all.size;
	}

	/** Whether the server is shutting down. If so, each connection must close after its response. */
	get isDraining(): boolean {
		return this.#isDraining;
	}

	isSpare(socket: Socket): boolean {
		return this.#spare.size > 0 && this.#spare.has(socket);
	}

	#add(socket: Socket): void {
		this.#all.add(socket);
		socket.once('close', () => {
			this.#all.delete(socket);
			this.#reading.delete(socket);
		});
		const group = this.#options.group(socket.remoteAddress ?? '');
		if (this.#all.size - this.#spare.size > this.#options.limits.total) this.#addSpare(socket, 'total');
		else if (group !== undefined) {
			const end = this.#ofAddresses.start(group);
			if (end === undefined) this.#addSpare(socket, 'ofOneAddress');
			else socket.once('close', end);
		}
	}

	#addSpare(socket: Socket, limit: keyof ConnectionLimits): void {
		const [oldest] = this.#spare;
		if (this.#spare.size === SPARE) oldest!.destroy();
		this.#spare.add(socket);
		socket.once('close', () => this.#spare.delete(socket));
		this.#options.refused(limit);
	}

	#closeStalled(now: number): void {
		for (const socket of this.#all) {
			if (socket.writableLength === 0) {
				this.#reading.delete(socket);
				continue;
			}
			const sent = socket.bytesWritten - socket.writableLength;
			const progress = this.#reading.get(socket);
			if (progress === undefined || progress.sent !== sent) this.#reading.set(socket, { sent, at: now });
			// Without a reset, the system would keep the unread data for minutes, up to 4 MB per connection.
			else if (now - progress.at >= LONGEST_STALL) socket.resetAndDestroy();
		}
	}

	/**
	 * Asks clients to close their connections, and closes the server. Its running requests finish, and requests that are on
	 * their way are answered.
	 *
	 * @param stopListening resolves when no connection is open any more
	 */
	async drain(stopListening: () => Promise<void>): Promise<void> {
		this.#isDraining = true;
		await sleep(CLOSE_NOTICE);
		const closed = stopListening();
		const start = performance.now();
		const end = start + FINISH_TIME;
		const mustWait = ({ bytesRead, writableLength }: Socket) =>
			writableLength > 0 || (bytesRead === 0 && performance.now() < start + UNUSED_TIME);
		while (performance.now() < end && [...this.#all].some(mustWait)) await sleep(20);
		this.#http.closeIdleConnections();
		// Browsers open connections in advance. Node does not count an unused connection as idle.
		for (const socket of this.#all) if (socket.bytesRead === 0) socket.destroy();
		setTimeout(() => this.#http.closeAllConnections(), end - performance.now()).unref();
		await closed;
	}
}
