/** Answers the health checks and passes all other requests to the website, and sends the bodies of all responses. */

import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { ApiError } from '../api/error.ts';
import { isUnderBase } from '../api/target.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { reasonOf } from './problems.ts';
import { type Readiness, statusOf } from './readiness.ts';
import type { Service } from './service.ts';
import type { SiteHandler } from './site.ts';
import type { SiteRequest } from './site-response.ts';

export const HEALTH_CHECKS: readonly string[] = ['/healthz', '/readyz'];

export interface ResponseOptions {
	readonly service: Service;
	readonly site: SiteHandler;
	readonly readiness: Readiness;
	/** Whether the server is shutting down. If so, each connection must close after its response. */
	isDraining(): boolean;
}

/** Responds to a request for a page, a file or a health check. */
export async function respond(
	request: SiteRequest,
	requestId: string,
	{ service, site, readiness, isDraining }: ResponseOptions,
): Promise<HttpResponse> {
	if (request.target === '/healthz') {
		const { id: release, snapshot } = service.releases.get().manifest;
		return isDraining()
			? health(503, { status: 'draining', release, snapshot })
			: health(200, { status: 'ok', release, snapshot });
	}
	if (request.target === '/readyz') {
		const problems = await readiness();
		const report = { status: statusOf(problems), reasons: problems.map(reasonOf) };
		return report.status === 'not ready' ? health(503, report, ['Retry-After', '5']) : health(200, report);
	}
	return site(request, (error) => service.log.error({ request_id: requestId, err: error }, 'could not render a page'));
}

function health(status: number, report: object, further: readonly string[] = []): HttpResponse {
	const headers = ['Content-Type', 'application/json', 'Cache-Control', 'no-store', ...further];
	return { status, headers, body: Buffer.from(JSON.stringify(report)) };
}

/** Refuses a request on a connection beyond the limits. */
export function tooManyConnections(target: string, { releases }: Service): HttpResponse {
	const isApi = isUnderBase(target);
	const error = new ApiError('UNAVAILABLE', 'There are too many open connections. Try again in a few seconds.');
	// biome-ignore format: a name and its value on each line
	const headers = [
		'X-Snapshot', releases.get().snapshot,
		'Content-Type', isApi ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
		'Cache-Control', 'no-store',
		'Retry-After', '5',
	];
	return { status: 503, headers, body: Buffer.from(isApi ? JSON.stringify(error) : `${error.message}\n`) };
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
