/** The HTTP server: `/v1`, `/mcp`, the website, `/healthz` and `/readyz`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressGroup, proxyTest, type TrustProxy } from '../api/limits/address.ts';
import { isMcp } from '../api/mcp/endpoint.ts';
import { isUnderBase } from '../api/target.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { type Acceptor, accept } from './accept.ts';
import { type ConnectionLimits, type ConnectionOptions, Connections } from './connections.ts';
import type { ListenAddress } from './listen.ts';
import type { Log } from './log.ts';
import { loggedPath } from './logged-path.ts';
import { readPrivateRequest } from './private-request.ts';
import { readBody } from './read-body.ts';
import type { Readiness } from './readiness.ts';
import { HEALTH_CHECKS, Responses, type SentResponse } from './responses.ts';
import type { Service } from './service.ts';
import type { Site } from './site.ts';
import type { SiteRequest } from './site-response.ts';

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

export interface DirectoryServer {
	/**
	 * Starts to listen. Returns the URL of the server.
	 *
	 * @throws UserError when the host or the port cannot be used
	 */
	listen(where: ListenAddress): Promise<string>;
	/** Asks clients to close their connections, finishes running requests, and closes the server. */
	drain(): Promise<void>;
}

export interface DirectoryServerOptions {
	readonly service: Service;
	readonly site: Site;
	/** The prefix of every key. Keys in logged paths are replaced. */
	readonly keyPrefix: string;
	readonly readiness: Readiness;
	readonly connectionLimits: ConnectionLimits;
	/** The trusted proxies. One connection of a proxy carries the requests of many clients. */
	readonly trustProxy: TrustProxy;
	/** Responds to requests that must not go further. Returns undefined for all other requests. */
	readonly entrance?: Entrance | undefined;
}

export type Entrance = (
	request: Pick<SiteRequest, 'method' | 'target' | 'header'>,
) => (HttpResponse & { readonly body: Buffer }) | undefined;

export function createDirectoryServer(options: DirectoryServerOptions): DirectoryServer {
	const { service, site, keyPrefix, readiness, connectionLimits, trustProxy, entrance } = options;
	const { api, mcp, log, clientAddress, noteForwarding } = service;
	let draining = false;
	const responses = new Responses({ service, site, readiness, isDraining: () => draining });
	const http = createServer(OPTIONS, (request, response) => {
		const start = performance.now();
		const method = request.method!;
		const target = relativeTarget(request.url!);
		// If a header is repeated, Node joins its values with commas. This applies to all headers that are used here.
		const header = (name: string) => request.headers[name] as string | undefined;
		noteForwarding(header('x-forwarded-for'));
		const logRequest = ({ status, bytes, requestId, keyPrefix: key }: SentResponse) =>
			log.request({
				request_id: requestId,
				key,
				method,
				path: loggedPath(target, keyPrefix),
				status,
				bytes,
				ms: performance.now() - start,
			});
		if (hasTwoHosts(request)) {
			refuse(response);
			return;
		}
		const stopped = entrance?.({ method, target, header });
		if (stopped !== undefined) {
			response.writeHead(stopped.status, stopped.headers as string[]).end(stopped.body);
			return;
		}
		const address = () => clientAddress(request.socket.remoteAddress, () => header('x-forwarded-for'));
		const isSpare = connections.isSpare(request.socket);
		if (isSpare) response.shouldKeepAlive = false;
		/** Makes the response when the turn of the request has come. */
		function made(): ReturnType<Responses['site'] | typeof api> {
			if (isSpare && !HEALTH_CHECKS.includes(target)) return responses.tooManyConnections(target);
			const asked = { method, target, header, address };
			if (isMcp(target)) return mcp({ ...asked, body: () => readBody(request) });
			if (isUnderBase(target)) return api(asked);
			const client = { address, isGone: () => request.socket.destroyed };
			return responses.site({
				method,
				target,
				header,
				client,
				privateRequest: () => readPrivateRequest(request, clientAddress),
			});
		}
		inTurn(request, response, () => {
			const found = made();
			const sent =
				found instanceof Promise
					? found.then((late) => responses.send(response, late))
					: responses.send(response, found);
			if (sent instanceof Promise) sent.then(logRequest);
			else logRequest(sent);
		});
	});

	const isProxy = proxyTest(trustProxy);
	const connections = new Connections(http, {
		limits: connectionLimits,
		group(remoteAddress) {
			const address = clientAddress(remoteAddress, () => undefined);
			return isProxy(address) ? undefined : addressGroup(address);
		},
		refused: refusedWarning(log),
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
		async drain() {
			draining = true;
			await sleep(CLOSE_NOTICE);
			const closed = acceptor?.close();
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
		},
	};
}

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
function inTurn({ socket }: IncomingMessage, response: ServerResponse, work: () => void): void {
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

/**
 * Whether a request has several Host headers. If so, a proxy and this server could each use a different one (RFC 9112,
 * 3.2).
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
	let hosts = 0;
	for (let i = 0; i < rawHeaders.length; i += 2) {
		if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++;
	}
	return hosts > 1;
}

/** Warns about refused connections, at most once a minute. */
function refusedWarning(log: Log): ConnectionOptions['refused'] {
	let warned = Number.NEGATIVE_INFINITY;
	return (limit) => {
		if (performance.now() - warned < WARNING_INTERVAL) return;
		warned = performance.now();
		log.warn(REFUSED[limit]);
	};
}

const WARNING_INTERVAL = 60_000;
const REFUSED: { readonly [L in keyof ConnectionLimits]: string } = {
	total: 'there are more connections than MAX_CONNECTIONS allows; further connections get a 503',
	ofOneAddress:
		'an address has more connections than MAX_CONNECTIONS_PER_ADDRESS allows; its further connections get a 503. If it is a proxy, add it to TRUST_PROXY',
};

/** Refuses a request because of its Host headers, and closes the connection, as Node does if the header is missing. */
function refuse(response: ServerResponse): void {
	response.writeHead(400, ['Connection', 'close', 'Content-Type', 'text/plain; charset=utf-8']).end();
}

/** Removes the origin from a target in absolute form (RFC 9112, 3.2.2). */
function relativeTarget(target: string): string {
	return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/');
}
