import { type Content, jsonContent } from '../shared/http/content.ts';
import { contentResponse, type HttpResponse } from '../shared/http/response.ts';
import type { ApiError } from './error.ts';
import { type Rate, rateHeaders } from './rate.ts';
import type { ApiRequest } from './target.ts';

/** A response before it is compressed, and without the headers that all responses have. */
export interface Answer {
	readonly status: number;
	readonly content: Content;
	readonly caching: string;
	/** More headers: names and values, alternating. */
	readonly headers: readonly string[];
	/** The ID of the snapshot to send instead of `Stamp.snapshot`. */
	readonly snapshot?: string;
}

/** The data that is needed for the headers and the log line of every response. */
export interface Stamp {
	readonly requestId: string;
	readonly snapshot: string;
	readonly keyPrefix: string | undefined;
	/** The state of the key's rate limit, if it has one. */
	readonly rate: Rate | undefined;
}

export function respond(request: ApiRequest, answer: Answer, stamp: Stamp): HttpResponse {
	return stamped(contentResponse(request, answer.content, answer.status), answer, stamp);
}

/**
 * Adds the headers that all responses have to a response, before those of its answer and its content. The rate limit's
 * headers come last.
 */
export function stamped(
	{ status, headers, body }: HttpResponse,
	answer: Pick<Answer, 'caching' | 'headers' | 'snapshot'>,
	{ requestId, snapshot, keyPrefix, rate }: Stamp,
): HttpResponse {
	// biome-ignore format: a name and its value on each line
	const all = [
		'Cache-Control', answer.caching,
		'Vary', 'X-API-Key, Accept-Encoding',
		'X-Snapshot', answer.snapshot ?? snapshot,
		'X-Content-Type-Options', 'nosniff',
		'X-Request-Id', requestId,
		...answer.headers,
		...headers,
	];
	if (rate !== undefined) all.push(...rateHeaders(rate));
	return { status, headers: all, body, keyPrefix };
}

export function errorAnswer(error: ApiError): Answer {
	return {
		status: error.status,
		content: jsonContent(Buffer.from(JSON.stringify(error)), 'once'),
		caching: 'private, no-cache',
		headers: errorHeaders(error),
	};
}

function errorHeaders({ status, retryAfter, length, successor, allow }: ApiError): readonly string[] {
	if (status === 401) return ['WWW-Authenticate', 'ApiKey realm="v1", header="X-API-Key"'];
	if (allow !== undefined) return ['Allow', allow];
	if (length !== undefined) return ['Content-Range', `bytes */${length}`];
	if (successor !== undefined) return ['Link', `<${successor}>; rel="successor-version"`];
	if (retryAfter !== undefined) return ['Retry-After', String(retryAfter)];
	return [];
}
