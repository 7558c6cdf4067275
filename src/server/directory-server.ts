/** The HTTP server: `/v1`, `/mcp`, the website, `/healthz` and `/readyz`. */

import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup, proxyTest } from '../api/limits/address.ts';
import type { ConnectionLimits, ListenAddress } from '../config/defaults.ts';
import { type Acceptor, accept } from './accept.ts';
import { Connections } from './connections.ts';
import { refuseMalformed } from './malformed-requests.ts';
import { type HandlerOptions, requestHandler } from './request-handler.ts';

const OPTIONS = {
	/** The time limits, in milliseconds: for the head of a request, for a whole request, and between two requests. */
	headersTimeout: 10_000,
	requestTimeout: 30_000,
	keepAliveTimeout: 65_000,
	/** How often Node checks the first two time limits. With the default of 30 s, a head could take 40 s instead of 10 s. */
	connectionsCheckingInterval: 1000,
	/** A request without a body needs no stream. */
	optimizeEmptyRequests: true,
} as const;

interface DirectoryServer {
	/**
	 * Starts to listen. Returns the URL of the server.
	 *
	 * @throws UserError when the host or the port cannot be used
	 */
	listen(where: ListenAddress): Promise<string>;
	connections(): number;
	/** Asks clients to close their connections, finishes running requests, and closes the server. */
	drain(): Promise<void>;
}

/** The options of its request handler are documented there. Connections that are refused are counted too. */
export interface DirectoryServerOptions extends Omit<HandlerOptions, 'connections'> {
	readonly connectionLimits: ConnectionLimits;
}

export function createDirectoryServer(options: DirectoryServerOptions): DirectoryServer {
	const { service, connectionLimits, trustProxy, metrics } = options;
	const { log, clientAddress } = service;
	const http = createServer(OPTIONS);

	const warn = onceAMinute((limit: keyof ConnectionLimits) => log.warn(REFUSED[limit]));
	const isProxy = proxyTest(trustProxy ?? 0);
	const connections = new Connections(http, {
		limits: connectionLimits,
		group(remoteAddress) {
			const address = clientAddress(remoteAddress, () => undefined);
			return isProxy(address) ? undefined : addressGroup(address);
		},
		refused(limit) {
			metrics?.connectionRefused(limit);
			warn(limit);
		},
	});
	http.on('request', requestHandler({ ...options, connections }));

	const note = onceAMinute((status: number, code: string, socket: Socket) => {
		const address = log.logged.address ? clientAddress(socket.remoteAddress, () => undefined) : undefined;
		log.info({ status, code, address }, 'refused a malformed request; further ones are logged at most once a minute');
	});
	refuseMalformed(http, (status, code, socket) => {
		metrics?.malformedRequest(status);
		note(status, code, socket);
	});

	// Handle requests with an Expect header like all others, because a final response is always allowed (RFC 9110,
	// 10.1.1). Otherwise, Node would respond with 417 and no body, or ask for a body that nobody reads. If the request
	// waits in a pipeline, Node would even write `100 Continue` after the head of the final response.
	http.on('checkExpectation', (request, response) => http.emit('request', request, response));
	http.on('checkContinue', (request, response) => {
		// The client may still send its body. Nobody reads it, so the connection cannot be used again.
		response.shouldKeepAlive = false;
		http.emit('request', request, response);
	});

	let acceptor: Acceptor | undefined;
	return {
		async listen(where) {
			acceptor = await accept(http, where);
			return acceptor.address;
		},
		connections: () => connections.count,
		drain: () => connections.drain(async () => acceptor?.close()),
	};
}

const REFUSED: { readonly [L in keyof ConnectionLimits]: string } = {
	total: 'there are more connections than MAX_CONNECTIONS allows; further connections get a 503',
	ofOneAddress:
		'an address has more connections than MAX_CONNECTIONS_PER_ADDRESS allows; its further connections get a 503. If it is a proxy, add it to TRUST_PROXY',
};

const MINUTE = 60_000;

/** Limits a function that writes to the log, so that strangers cannot flood the log. Further calls do nothing. */
function onceAMinute<A extends readonly unknown[]>(work: (...args: A) => void): (...args: A) => void {
	let last = Number.NEGATIVE_INFINITY;
	return (...args) => {
		if (performance.now() - last < MINUTE) return;
		last = performance.now();
		work(...args);
	};
}
