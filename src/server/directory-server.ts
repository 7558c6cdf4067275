/** The HTTP server: `/v1`, `/mcp`, the website, `/healthz` and `/readyz`. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup, proxyTest, type TrustProxy } from '../api/limits/address.ts';
import { isMcp } from '../api/mcp/endpoint.ts';
import { isUnderBase } from '../api/target.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { site as siteConfig } from '../shared/site/site.ts';
import { type Acceptor, accept } from './accept.ts';
import { type ConnectionLimits, Connections } from './connections.ts';
import { drain } from './drain.ts';
import { inTurn } from './in-turn.ts';
import { keptRequestId } from './kept-request-id.ts';
import type { ListenAddress } from './listen.ts';
import { loggedPath } from './logged-path.ts';
import { refuseMalformed } from './malformed-requests.ts';
import type { Metrics } from './metrics/metrics.ts';
import { onceAMinute } from './once-a-minute.ts';
import { readPrivateRequest } from './private-request.ts';
import { readExpectedBody as readBody } from './read-body.ts';
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
	/** This server refuses such requests itself, to log and count them. */
	requireHostHeader: false,
	/** A request without a body needs no stream. */
	optimizeEmptyRequests: true,
} as const;

export interface DirectoryServer {
	/**
	 * Starts to listen. Returns the URL of the server.
	 *
	 * @throws UserError when the host or the port cannot be used
	 */
	listen(where: ListenAddress): Promise<string>;
	/** The number of open connections. */
	connections(): number;
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
	/** Counts requests and refused connections. Undefined if nothing is counted. */
	readonly metrics?: Metrics | undefined;
}

export type Entrance = (
	request: Pick<SiteRequest, 'method' | 'target' | 'header'>,
) => (HttpResponse & { readonly body: Buffer }) | undefined;

export function createDirectoryServer(options: DirectoryServerOptions): DirectoryServer {
	const { service, site, keyPrefix, readiness, connectionLimits, trustProxy, entrance, metrics } = options;
	const { api, mcp, log, clientAddress, noteForwarding } = service;
	const { logged } = log;
	const keepId = keptRequestId(trustProxy, clientAddress);
	const { api: offersApi } = siteConfig();
	/** The latest response on each connection. */
	const latest = new WeakMap<Socket, ServerResponse>();
	let draining = false;
	const responses = new Responses({ service, site, readiness, isDraining: () => draining });
	const http = createServer(OPTIONS, (request, response) => {
		const start = performance.now();
		const method = request.method!;
		const target = relativeTarget(request.url!);
		// If a header is repeated, Node joins its values with commas. This applies to all headers that are used here.
		const header = (name: string) => request.headers[name] as string | undefined;
		noteForwarding(header('x-forwarded-for'));
		const address = () => clientAddress(request.socket.remoteAddress, () => header('x-forwarded-for'));
		const logRequest = ({ status, bytes, requestId, keyPrefix: key }: SentResponse) => {
			const ms = performance.now() - start;
			metrics?.request(target, status, ms);
			log.request({
				request_id: requestId,
				address: logged.address ? address() : undefined,
				user_agent: logged.userAgent ? header('user-agent') : undefined,
				key,
				method,
				path: loggedPath(target, keyPrefix),
				status,
				bytes,
				ms,
			});
		};
		if (!hasOneHost(request)) {
			refuse(response);
			logRequest({ status: 400, bytes: 0, requestId: service.nextRequestId(), keyPrefix: undefined });
			return;
		}
		const stopped = entrance?.({ method, target, header });
		if (stopped !== undefined) {
			response.writeHead(stopped.status, stopped.headers as string[]).end(stopped.body);
			return;
		}
		const keptId = keepId(request.socket.remoteAddress, header('x-request-id'));
		const isSpare = connections.isSpare(request.socket);
		if (isSpare) response.shouldKeepAlive = false;
		/** Makes the response when the turn of the request has come. */
		function made(): ReturnType<Responses['site'] | typeof api> {
			if (isSpare && !HEALTH_CHECKS.includes(target)) return responses.tooManyConnections(target);
			const body = () => readBody(request, response);
			const asked = { method, target, header, address, requestId: keptId, body };
			if (offersApi && isMcp(target)) return mcp(asked);
			if (offersApi && isUnderBase(target)) return api(asked);
			const client = { address, isGone: () => request.socket.destroyed };
			return responses.site({
				method,
				target,
				header,
				requestId: keptId,
				client,
				privateRequest: () => readPrivateRequest(request, clientAddress),
			});
		}
		inTurn(request, response, () => {
			latest.set(request.socket, response);
			const found = made();
			const sent =
				found instanceof Promise
					? found.then((late) => responses.send(response, late))
					: responses.send(response, found);
			if (sent instanceof Promise) sent.then(logRequest);
			else logRequest(sent);
		});
	});

	const warn = onceAMinute((limit: keyof ConnectionLimits) => log.warn(REFUSED[limit]));
	const isProxy = proxyTest(trustProxy);
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

	const note = onceAMinute((status: number, code: string, socket: Socket) => {
		const address = logged.address ? clientAddress(socket.remoteAddress, () => undefined) : undefined;
		log.info({ status, code, address }, 'refused a malformed request; further ones are logged at most once a minute');
	});
	refuseMalformed(http, {
		responseOn: (socket) => latest.get(socket),
		refused(status, code, socket) {
			metrics?.malformedRequest(status);
			note(status, code, socket);
		},
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
		async drain() {
			draining = true;
			await drain(http, connections, () => acceptor?.close());
		},
	};
}

/**
 * Whether a request has exactly one Host header (RFC 9112, 3.2). If it had several, a proxy and this server could each use
 * a different one. HTTP/1.0 does not need any.
 */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
	let hosts = 0;
	for (let i = 0; i < rawHeaders.length; i += 2) {
		if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++;
	}
	return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

const REFUSED: { readonly [L in keyof ConnectionLimits]: string } = {
	total: 'there are more connections than MAX_CONNECTIONS allows; further connections get a 503',
	ofOneAddress:
		'an address has more connections than MAX_CONNECTIONS_PER_ADDRESS allows; its further connections get a 503. If it is a proxy, add it to TRUST_PROXY',
};

/** Refuses a request because of its Host headers, and closes the connection. */
function refuse(response: ServerResponse): void {
	response.writeHead(400, ['Connection', 'close', 'Content-Type', 'text/plain; charset=utf-8']).end();
}

/** Removes the origin from a target in absolute form (RFC 9112, 3.2.2). */
function relativeTarget(target: string): string {
	return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/');
}
