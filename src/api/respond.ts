import { acceptedEncoding } from '../shared/http/content.ts';
import { type HttpResponse, isFresh } from '../shared/http/response.ts';
import { Content, entityTag } from './content.ts';
import type { ApiError } from './error.ts';
import { type Rate, rateHeaders } from './rate.ts';
import type { ApiRequest } from './target.ts';

/** A response of the API, with the facts that are logged. */
export interface ApiResponse extends HttpResponse {
	readonly requestId: string;
	/** The first characters of the key, if the key is valid. */
	readonly keyPrefix: string | undefined;
}

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

/** Bodies up to this size, in bytes, are not compressed. */
export const LEAST_COMPRESSED = 1024;

/** Whether the client already has this response, according to its `If-None-Match`. */
export function isUnchanged(request: ApiRequest, { content: { tag } }: Answer): boolean {
	return tag !== undefined && isFresh(request.header('if-none-match'), tag);
}

export function notModified(answer: Answer, stamp: Stamp): ApiResponse {
	const { requestId, keyPrefix } = stamp;
	const headers = headersOf(answer, stamp, 'ETag', entityTag(answer.content.tag!));
	return { status: 304, headers, body: null, requestId, keyPrefix };
}

export function respond(request: ApiRequest, answer: Answer, stamp: Stamp): ApiResponse {
	const { requestId, keyPrefix } = stamp;
	const { status, content } = answer;
	const isLong = content.body.length > LEAST_COMPRESSED;
	const encoding = isLong ? acceptedEncoding(request.header('accept-encoding'), content.use) : undefined;
	const sent = encoding === undefined ? content : content.compressed(encoding);
	const headers = headersOf(answer, stamp, ...sent.headers);
	return { status, headers, body: request.method === 'HEAD' ? null : sent.body, requestId, keyPrefix };
}

/**
 * Returns the headers of a response in this order: the headers that all responses have, the answer's own headers, the
 * content's headers, and the rate limit's headers.
 */
export function headersOf(
	answer: Pick<Answer, 'caching' | 'headers' | 'snapshot'>,
	{ requestId, snapshot, rate }: Stamp,
	...contentHeaders: readonly string[]
): string[] {
	// biome-ignore format: a name and its value on each line
	const headers = [
		'Cache-Control', answer.caching,
		'Vary', 'X-API-Key, Accept-Encoding',
		'X-Snapshot', answer.snapshot ?? snapshot,
		'X-Content-Type-Options', 'nosniff',
		'X-Request-Id', requestId,
		...answer.headers,
		...contentHeaders,
	];
	if (rate !== undefined) headers.push(...rateHeaders(rate));
	return headers;
}

export function errorAnswer(error: ApiError): Answer {
	return {
		status: error.status,
		content: new Content(Buffer.from(JSON.stringify(error)), 'once'),
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
