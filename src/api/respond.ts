/** Turns a body into a response: headers, entity tag, compression (decisions, Responses). */
import { acceptedEncoding } from '../http/compress.ts';
import { isFresh } from '../http/is-fresh.ts';
import { Content, entityTag } from './content.ts';
import type { ApiError } from './error.ts';
import { type Rate, rateHeaders } from './rate.ts';

export interface ApiRequest {
	readonly method: string;
	/** Path and query as they were sent. */
	readonly target: string;
	/** The value of a header by its lower-case name; several of one name are joined by commas. */
	header(name: string): string | undefined;
	/** The address of the client. */
	address(): string;
}

export interface ApiResponse {
	readonly status: number;
	/** Names and values in turn, in the form that Node writes fastest. */
	readonly headers: string[];
	/** Null where there is none: 304, and answers to HEAD. */
	readonly content: Content | null;
	/** For the log. */
	readonly requestId: string;
	/** The first characters of the key, once it is known to be one. */
	readonly keyPrefix: string | undefined;
}

/** What a request was answered with, before it is put into HTTP. */
export interface Answer {
	readonly status: number;
	readonly content: Content;
	readonly caching: string;
	/** Further headers, names and values in turn. */
	readonly headers: readonly string[];
}

/** What every response of a request says. */
export interface Stamp {
	readonly requestId: string;
	/** The id of the data. */
	readonly snapshot: string;
	readonly keyPrefix: string | undefined;
	/** Where the key stands against its limit, if it has one. */
	readonly rate: Rate | undefined;
}

/** Bodies of up to this many bytes are not worth compressing. */
export const LEAST_COMPRESSED = 1024;

/** Whether the client has this answer already, by its `If-None-Match`. */
export function isUnchanged(request: ApiRequest, { content: { tag } }: Answer): boolean {
	return tag !== undefined && isFresh(request.header('if-none-match'), tag);
}

/** The 304 that stands for an answer with a tag. */
export function notModified(answer: Answer, stamp: Stamp): ApiResponse {
	const { requestId, keyPrefix } = stamp;
	const headers = headersOf(answer, stamp, 'ETag', entityTag(answer.content.tag!));
	return { status: 304, headers, content: null, requestId, keyPrefix };
}

export function respond(request: ApiRequest, answer: Answer, stamp: Stamp): ApiResponse {
	const { requestId, keyPrefix } = stamp;
	const { status, content } = answer;
	const isLong = content.body.length > LEAST_COMPRESSED;
	const encoding = isLong ? acceptedEncoding(request.header('accept-encoding'), content.use) : undefined;
	const sent = encoding === undefined ? content : content.compressed(encoding);
	const headers = headersOf(answer, stamp, ...sent.headers);
	return { status, headers, content: request.method === 'HEAD' ? null : sent, requestId, keyPrefix };
}

/** The headers of a response: `further` are those of its content. */
function headersOf(answer: Answer, { requestId, snapshot, rate }: Stamp, ...further: readonly string[]): string[] {
	// biome-ignore format: a name and its value on each line
	const headers = [
		'Cache-Control', answer.caching,
		'Vary', 'X-API-Key, Accept-Encoding',
		'X-Snapshot', snapshot,
		'X-Content-Type-Options', 'nosniff',
		'X-Request-Id', requestId,
		...answer.headers,
		...further,
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

function errorHeaders({ status, retryAfter }: ApiError): readonly string[] {
	if (status === 401) return ['WWW-Authenticate', 'ApiKey realm="v1", header="X-API-Key"'];
	if (status === 405) return ['Allow', 'GET, HEAD'];
	if (retryAfter !== undefined) return ['Retry-After', String(retryAfter)];
	return [];
}
