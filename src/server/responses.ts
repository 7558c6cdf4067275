import type { ServerResponse } from 'node:http';
import { ApiError } from '../api/error.ts';
import { isUnderBase } from '../api/target.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { type Readiness, statusOf } from './readiness.ts';
import { sendBody } from './send-body.ts';
import type { Service } from './service.ts';
import type { Site } from './site.ts';
import type { SiteRequest } from './site-response.ts';

export const HEALTH_CHECKS: readonly string[] = ['/healthz', '/readyz'];

/** A response with the facts that are logged besides its status and length. */
interface LoggedResponse extends HttpResponse {
	readonly requestId: string;
	/** The first characters of the API key, if the key is valid. */
	readonly keyPrefix?: string | undefined;
}

export interface SentResponse extends Pick<LoggedResponse, 'status' | 'requestId' | 'keyPrefix'> {
	/** The length of the body. */
	readonly bytes: number;
}

export interface ResponsesOptions {
	readonly service: Service;
	readonly site: Site;
	readonly readiness: Readiness;
	/** Whether the server is shutting down. If so, each connection must close after its response. */
	isDraining(): boolean;
}

/** Makes the responses that are not the API's, and writes all responses. */
export class Responses {
	readonly #options: ResponsesOptions;

	constructor(options: ResponsesOptions) {
		this.#options = options;
	}

	/** Responds to a request for a page, a file or a health check. */
	site(request: SiteRequest): LoggedResponse | Promise<LoggedResponse> {
		const { service, site } = this.#options;
		const requestId = request.requestId ?? service.nextRequestId();
		if (request.target === '/healthz') return withId(this.#health(), requestId);
		if (request.target === '/readyz') return this.#readiness().then((response) => withId(response, requestId));
		const failed = (error: unknown) =>
			service.log.error({ request_id: requestId, err: error }, 'could not render a page');
		const found = site(request, failed);
		return found instanceof Promise ? found.then((late) => withId(late, requestId)) : withId(found, requestId);
	}

	/** Refuses a request on a connection beyond the limits. */
	tooManyConnections(target: string): LoggedResponse {
		const { releases, nextRequestId } = this.#options.service;
		const isApi = isUnderBase(target);
		const error = new ApiError('UNAVAILABLE', 'There are too many open connections. Try again in a few seconds.');
		// biome-ignore format: a name and its value on each line
		const headers = [
			'X-Snapshot', releases.get().snapshot,
			'Content-Type', isApi ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
			'Cache-Control', 'no-store',
			'Retry-After', '5',
		];
		const body = Buffer.from(isApi ? JSON.stringify(error) : `${error.message}\n`);
		return withId({ status: 503, headers, body }, nextRequestId());
	}

	/** Writes a response. Returns a promise if the body is a stream, and resolves it when the stream has ended. */
	send(response: ServerResponse, made: LoggedResponse): SentResponse | Promise<SentResponse> {
		const { status, headers, body, requestId, keyPrefix } = made;
		// Writing the head is the last chance to announce that the connection will close.
		if (this.#options.isDraining()) response.shouldKeepAlive = false;
		const bytes = sendBody(response.writeHead(status, headers as string[]), body);
		if (typeof bytes === 'number') return { status, bytes, requestId, keyPrefix };
		return bytes.then((sent) => ({ status, bytes: sent, requestId, keyPrefix }));
	}

	#health(): HttpResponse {
		const { id, snapshot } = this.#options.service.releases.get().manifest;
		const isDraining = this.#options.isDraining();
		return health(isDraining ? 503 : 200, { status: isDraining ? 'draining' : 'ok', release: id, snapshot });
	}

	async #readiness(): Promise<HttpResponse> {
		const reasons = await this.#options.readiness();
		const report = { status: statusOf(reasons), reasons };
		return report.status === 'not ready' ? health(503, report, ['Retry-After', '5']) : health(200, report);
	}
}

function withId({ status, headers, body }: HttpResponse, requestId: string): LoggedResponse {
	return { status, headers: ['X-Request-Id', requestId, ...headers], body, requestId };
}

function health(status: number, report: object, further: readonly string[] = []): HttpResponse {
	const headers = ['Content-Type', 'application/json', 'Cache-Control', 'no-store', ...further];
	return { status, headers, body: Buffer.from(JSON.stringify(report)) };
}
