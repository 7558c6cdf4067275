/** Writes the responses of the API, the website and the health checks. */
import type { ServerResponse } from 'node:http';
import { ApiError } from '../api/error.ts';
import type { ApiResponse } from '../api/respond.ts';
import { isUnderBase } from '../api/target.ts';
import { DRAINING, type Readiness } from './readiness.ts';
import { sendBody, sendStream } from './send-body.ts';
import type { Service } from './service.ts';
import type { Site } from './site.ts';
import type { SiteRequest, SiteResponse } from './site-response.ts';

/** The addresses of health checks. */
export const HEALTH_CHECKS: readonly string[] = ['/healthz', '/readyz'];

/** The facts about a response that are logged. */
export interface SentResponse {
	readonly status: number;
	/** The length of the body. */
	readonly bytes: number;
	readonly requestId: string;
	readonly keyPrefix?: string | undefined;
}

export interface ResponsesOptions {
	readonly service: Service;
	readonly site: Site;
	readonly readiness: Readiness;
	/** Whether the server is shutting down. If so, each connection must close after its response. */
	isDraining(): boolean;
}

/** Makes the functions that write responses. */
export function createResponses({ service, site, readiness, isDraining }: ResponsesOptions) {
	const { releases, log, nextRequestId } = service;

	/** Responds to a request for a page, a file or a health check. */
	function sendSite(response: ServerResponse, request: SiteRequest): SentResponse | Promise<SentResponse> {
		const requestId = nextRequestId();
		if (request.target === '/healthz') return sendHealth(response, requestId);
		if (request.target === '/readyz') return sendReadiness(response, requestId);
		const failed = (error: unknown) => log.error({ request_id: requestId, err: error }, 'could not render a page');
		const found = site(request, failed);
		const send = ({ status, headers, body }: SiteResponse) => {
			sendBody(writeHead(response, status, ['X-Request-Id', requestId, ...headers]), body);
			return { status, bytes: Buffer.isBuffer(body) ? body.length : 0, requestId };
		};
		return found instanceof Promise ? found.then(send) : send(found);
	}

	function sendApi(response: ServerResponse, answer: ApiResponse): SentResponse | Promise<SentResponse> {
		const { status, headers, content, stream, requestId, keyPrefix } = answer;
		if (stream !== undefined) {
			const sent = sendStream(writeHead(response, status, headers), stream);
			return sent.then((bytes) => ({ status, bytes, requestId, keyPrefix }));
		}
		sendBody(writeHead(response, status, headers), content?.body ?? null);
		return { status, bytes: content?.body.length ?? 0, requestId, keyPrefix };
	}

	/** Refuses a request on a connection beyond the limits. */
	function sendTooManyConnections(response: ServerResponse, target: string): SentResponse {
		const requestId = nextRequestId();
		const isApi = isUnderBase(target);
		const error = new ApiError('UNAVAILABLE', 'There are too many open connections. Try again in a few seconds.');
		const body = isApi ? JSON.stringify(error) : `${error.message}\n`;
		// biome-ignore format: a name and its value on each line
		const headers = [
			'X-Request-Id', requestId,
			'X-Snapshot', releases.get().snapshot,
			'Content-Type', isApi ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
			'Cache-Control', 'no-store',
			'Retry-After', '5',
		];
		writeHead(response, 503, headers).end(body);
		return { status: 503, bytes: body.length, requestId };
	}

	function sendHealth(response: ServerResponse, requestId: string): SentResponse {
		const { id, snapshot } = releases.get().manifest;
		const status = isDraining() ? 503 : 200;
		const body = JSON.stringify({ status: isDraining() ? 'draining' : 'ok', release: id, snapshot });
		const headers = ['X-Request-Id', requestId, 'Content-Type', 'application/json', 'Cache-Control', 'no-store'];
		writeHead(response, status, headers).end(body);
		return { status, bytes: body.length, requestId };
	}

	async function sendReadiness(response: ServerResponse, requestId: string): Promise<SentResponse> {
		const found = await readiness();
		const reasons = isDraining() ? [DRAINING, ...found] : found;
		const status = reasons.length === 0 ? 200 : 503;
		const body = JSON.stringify({ status: status === 200 ? 'ready' : 'not ready', reasons });
		const headers = ['X-Request-Id', requestId, 'Content-Type', 'application/json', 'Cache-Control', 'no-store'];
		if (status === 503) headers.push('Retry-After', '5');
		writeHead(response, status, headers).end(body);
		return { status, bytes: body.length, requestId };
	}

	/** Writes the head of a response. This is the last chance to announce that the connection will close. */
	function writeHead(response: ServerResponse, status: number, headers: string[]): ServerResponse {
		if (isDraining()) response.shouldKeepAlive = false;
		return response.writeHead(status, headers);
	}

	return { sendApi, sendSite, sendTooManyConnections };
}
