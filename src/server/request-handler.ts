/** Handles the requests of a server: refuses, lets the API or the website respond, and writes the log. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { proxyTest } from '../api/limits/address.ts';
import { isMcp } from '../api/mcp/endpoint.ts';
import { isUnderBase } from '../api/target.ts';
import type { TrustProxy } from '../config/defaults.ts';
import { site as siteConfig } from '../config/site/site.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { loggedPath } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { readExpectedBody as readBody, readPrivateRequest } from './private-request.ts';
import { HEALTH_CHECKS, type ResponseOptions, respond, sendBody, tooManyConnections } from './responses.ts';
import type { SiteRequest } from './site-response.ts';

export interface HandlerOptions extends ResponseOptions {
	/** The prefix of every key. Keys in logged paths are replaced. */
	readonly keyPrefix: string;
	/** The trusted proxies, whose request IDs are kept. */
	readonly trustProxy: TrustProxy;
	/** Responds to requests that must not go further. Returns undefined for all other requests. */
	readonly entrance?: Entrance | undefined;
	readonly metrics?: Metrics | undefined;
	/** Whether a connection is one too many, which gets only a 503. */
	isSpareConnection(socket: Socket): boolean;
}

export type Entrance = (
	request: Pick<SiteRequest, 'method' | 'target' | 'header'>,
) => (HttpResponse & { readonly body: Buffer }) | undefined;

const noHeader = () => undefined;

export function requestHandler(options: HandlerOptions): RequestListener {
	const { service, isDraining, keyPrefix, trustProxy, entrance, metrics, isSpareConnection } = options;
	const { api, mcp, log, clientAddress, noteForwarding } = service;
	const { logged } = log;
	const isProxy = proxyTest(trustProxy);
	const { api: offersApi } = siteConfig();
	return (request, response) => {
		const start = performance.now();
		const method = request.method!;
		const target = relativeTarget(request.url!);
		// If a header is repeated, Node joins its values with commas. This applies to all headers that are used here.
		const header = (name: string) => request.headers[name] as string | undefined;
		noteForwarding(header('x-forwarded-for'));
		const address = () => clientAddress(request.socket.remoteAddress, () => header('x-forwarded-for'));
		const given = header('x-request-id');
		// The log of a trusted proxy and this server's log name a request alike.
		const isKept =
			given !== undefined && KEPT.test(given) && isProxy(clientAddress(request.socket.remoteAddress, noHeader));
		const requestId = isKept ? given : randomUUID();
		const stopped = entrance?.({ method, target, header });
		if (stopped !== undefined) {
			response.writeHead(stopped.status, stopped.headers as string[]).end(stopped.body);
			return;
		}
		const isSpare = isSpareConnection(request.socket);
		if (isSpare) response.shouldKeepAlive = false;

		async function answer(): Promise<HttpResponse> {
			const body = () => readBody(request, response);
			const asked = { method, target, header, address, requestId, body };
			const refused = isSpare && !HEALTH_CHECKS.includes(target);
			if (offersApi && !refused && isMcp(target)) return mcp(asked);
			if (offersApi && !refused && isUnderBase(target)) return api(asked);
			const client = { address, isGone: () => request.socket.destroyed };
			const privateRequest = () => readPrivateRequest(request, clientAddress);
			const made = refused
				? tooManyConnections(target, service)
				: await respond({ method, target, header, client, privateRequest }, requestId, options);
			return { ...made, headers: ['X-Request-Id', requestId, ...made.headers] };
		}

		inTurn(request, response, async () => {
			const { status, headers, body, keyPrefix: key } = await answer();
			// Writing the head is the last chance to announce that the connection will close.
			if (isDraining()) response.shouldKeepAlive = false;
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
