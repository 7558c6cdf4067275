/** Handles the requests of a server: refuses, lets the API or the website respond, and writes the log. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isMcp } from '../api/mcp/endpoint.ts';
import { isUnderBase } from '../api/target.ts';
import type { TrustProxy } from '../config/defaults.ts';
import { site as siteConfig } from '../config/site/site.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { inTurn } from './in-turn.ts';
import { keptRequestId } from './kept-request-id.ts';
import { loggedPath } from './logged-path.ts';
import type { Metrics } from './metrics/metrics.ts';
import { readPrivateRequest } from './private-request.ts';
import { readExpectedBody as readBody } from './read-body.ts';
import { HEALTH_CHECKS, type Responses, type SentResponse } from './responses.ts';
import type { Service } from './service.ts';
import type { SiteRequest } from './site-response.ts';

export interface HandlerOptions {
	readonly service: Service;
	readonly responses: Responses;
	/** The prefix of every key. Keys in logged paths are replaced. */
	readonly keyPrefix: string;
	/** The trusted proxies, whose request IDs are kept. */
	readonly trustProxy: TrustProxy;
	/** Responds to requests that must not go further. Returns undefined for all other requests. */
	readonly entrance?: Entrance | undefined;
	/** Counts requests. Undefined if nothing is counted. */
	readonly metrics?: Metrics | undefined;
	/** Whether a connection is one too many, which gets only a 503. */
	isSpareConnection(socket: Socket): boolean;
	/** Called for a response that is not written at once, or after which the connection ends. */
	goesOn(socket: Socket, response: ServerResponse): void;
}

export type Entrance = (
	request: Pick<SiteRequest, 'method' | 'target' | 'header'>,
) => (HttpResponse & { readonly body: Buffer }) | undefined;

export function requestHandler(options: HandlerOptions): RequestListener {
	const { service, responses, keyPrefix, trustProxy, entrance, metrics, isSpareConnection, goesOn } = options;
	const { api, mcp, log, clientAddress, noteForwarding } = service;
	const { logged } = log;
	const keepId = keptRequestId(trustProxy, clientAddress);
	const { api: offersApi } = siteConfig();
	return (request, response) => {
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
			goesOn(request.socket, response);
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
		const isSpare = isSpareConnection(request.socket);
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
			const found = made();
			const sent =
				found instanceof Promise
					? found.then((late) => responses.send(response, late))
					: responses.send(response, found);
			if (sent instanceof Promise) {
				goesOn(request.socket, response);
				sent.then(logRequest);
			} else logRequest(sent);
		});
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

/** Refuses a request because of its Host headers, and closes the connection. */
function refuse(response: ServerResponse): void {
	response.shouldKeepAlive = false;
	response.writeHead(400, ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', '0']).end();
}

/** Removes the origin from a target in absolute form (RFC 9112, 3.2.2). */
function relativeTarget(target: string): string {
	return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/');
}
