/** Handles the requests of a server: refuses, lets the API or the website respond, and writes the log. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { proxyTest } from '../api/limits/address.ts';
import { isMcp, isUnderBase } from '../api/target.ts';
import type { TrustProxy } from '../config/defaults.ts';
import { site as siteConfig } from '../config/site/site.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import type { Connections } from './connections.ts';
import { HEALTH_CHECKS, healthResponse, tooManyConnections } from './health-checks.ts';
import { type Log, loggedPath } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { readExpectedBody as readBody, readPrivateRequest } from './private-request.ts';
import type { Readiness } from './readiness.ts';
import type { Service } from './service.ts';
import type { SiteHandler } from './site.ts';
import type { SiteRequest } from './site-response.ts';

export interface HandlerOptions {
	readonly service: Service;
	readonly site: SiteHandler;
	readonly readiness: Readiness;
	readonly connections: Connections;
	/** The prefix of every key. Keys in logged paths are replaced. */
	readonly keyPrefix: string;
	/** The trusted proxies, whose request IDs are kept. If it is undefined, the first `X-Forwarded-For` header causes a warning. */
	readonly trustProxy: TrustProxy | undefined;
	/** Responds to requests that must not go further. Returns undefined for all other requests. */
	readonly entrance?: Entrance | undefined;
	readonly metrics?: Metrics | undefined;
}

export type Entrance = (
	request: Pick<SiteRequest, 'method' | 'target' | 'header'>,
) => (HttpResponse & { readonly body: Buffer }) | undefined;

export function requestHandler(options: HandlerOptions): RequestListener {
	const { service, site, readiness, connections, keyPrefix, trustProxy, entrance, metrics } = options;
	const { api, mcp, log, releases, clientAddress } = service;
	const noteForwarding = trustProxy === undefined ? forwardingWarning(log) : undefined;
	const { logged } = log;
	const isProxy = proxyTest(trustProxy ?? 0);
	const { api: offersApi } = siteConfig();
	return (request, response) => {
		const start = performance.now();
		const method = request.method!;
		const target = relativeTarget(request.url!);
		// If a header is repeated, Node joins its values with commas. This applies to all headers that are used here.
		const header = (name: string) => request.headers[name] as string | undefined;
		noteForwarding?.(header('x-forwarded-for'));
		const address = () => clientAddress(request.socket.remoteAddress, () => header('x-forwarded-for'));
		const given = header('x-request-id');
		// The log of a trusted proxy and this server's log name a request alike.
		const isKept =
			given !== undefined && KEPT.test(given) && isProxy(clientAddress(request.socket.remoteAddress, () => undefined));
		const requestId = isKept ? given : randomUUID();
		const stopped = entrance?.({ method, target, header });
		if (stopped !== undefined) {
			response.writeHead(stopped.status, stopped.headers as string[]).end(stopped.body);
			return;
		}
		const isSpare = connections.isSpare(request.socket);
		if (isSpare) response.shouldKeepAlive = false;

		async function answer(): Promise<HttpResponse> {
			const body = () => readBody(request, response);
			const asked = { method, target, header, address, requestId, body };
			const refused = isSpare && !HEALTH_CHECKS.includes(target);
			if (offersApi && !refused && isMcp(target)) return mcp(asked);
			if (offersApi && !refused && isUnderBase(target)) return api(asked);
			const client = { address, isGone: () => request.socket.destroyed };
			const privateRequest = () => readPrivateRequest(request, clientAddress);
			const failed = (error: unknown) => log.error({ request_id: requestId, err: error }, 'could not render a page');
			const made = refused
				? tooManyConnections(target, releases)
				: HEALTH_CHECKS.includes(target)
					? await healthResponse(target, releases, readiness, connections.isDraining)
					: await site({ method, target, header, client, privateRequest }, failed);
			return { ...made, headers: ['X-Request-Id', requestId, ...made.headers] };
		}

		inTurn(request, response, async () => {
			const { status, headers, body, keyPrefix: key } = await answer();
			// Writing the head is the last chance to announce that the connection will close.
			if (connections.isDraining) response.shouldKeepAlive = false;
			const bytes = await sendBody(response.writeHead(status, headers as string[]), body);
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
		});
	};
}

/** Removes the origin from a target in absolute form (RFC 9112, 3.2.2). */
function relativeTarget(target: string): string {
	return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/');
}

function forwardingWarning(log: Log): (forwardedFor: string | undefined) => void {
	let warned = false;
	return (forwardedFor) => {
		if (warned || forwardedFor === undefined) return;
		warned = true;
		log.warn(
			'ignored the X-Forwarded-For header of a request, because no proxy is trusted. If the server is behind a proxy, all visitors now share one IP address and its limits: set TRUST_PROXY to the number of proxies in front of the server, such as TRUST_PROXY=1, or to their addresses. If there is no proxy, set TRUST_PROXY=0 to stop this warning',
		);
	};
}

/** The request IDs that are kept. They need no escaping in headers and in JSON. */
const KEPT = /^[\w.:/+=@-]{1,128}$/;

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

/** The length of the pieces in which a long body is written, in bytes. */
const PIECE = 65_536;

/**
 * Ends a response with a body. Returns the number of bytes; for a stream, those that were sent when the response has
 * ended. Closes the connection if the stream fails, and destroys the stream if the client disconnects.
 *
 * A long buffer is written in pieces. Each piece that the system accepts shows that the client is still reading. If the
 * buffer were written at once, Node would report no progress until the end.
 */
export async function sendBody(response: ServerResponse, body: HttpResponse['body']): Promise<number> {
	if (body instanceof Readable) {
		let bytes = 0;
		body.on('data', (piece: Buffer) => (bytes += piece.length));
		return new Promise((resolve) => pipeline(body, response, () => resolve(bytes)));
	}
	if (body === null || body.length <= PIECE) response.end(body ?? undefined);
	// A client that disconnects early is not an error.
	else pipeline(Readable.from(piecesOf(body)), response, () => {});
	return body?.length ?? 0;
}

function* piecesOf(body: Buffer): Iterable<Buffer> {
	for (let start = 0; start < body.length; start += PIECE) yield body.subarray(start, start + PIECE);
}
