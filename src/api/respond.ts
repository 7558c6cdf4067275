/** Turns a body into a response: headers, entity tag, compression (decisions, Responses). */
import { acceptedEncoding, compress } from '../http/compress.ts';
import { isFresh } from '../http/is-fresh.ts';
import { commonHeaders } from './common-headers.ts';
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
	/** Headers that it has in common with other answers, and its own: names and values in turn, as Node writes them fastest. */
	readonly common: readonly string[];
	readonly headers: readonly string[];
	/** Null where there is none: 304, and answers to HEAD. */
	readonly body: Buffer | null;
	/** For the log. */
	readonly requestId: string;
	/** The first characters of the key, once it is known to be one. */
	readonly keyPrefix: string | undefined;
}

/** What a request was answered with, before it is put into HTTP. */
export interface Answer {
	readonly status: number;
	readonly body: Buffer;
	/** Of the content; absent for errors. */
	readonly tag?: string;
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

/** Smaller bodies are not worth the work. */
const LEAST_COMPRESSED = 1024;

export function respond(request: ApiRequest, answer: Answer, stamp: Stamp): ApiResponse {
	const { requestId, snapshot, keyPrefix, rate } = stamp;
	const common = commonHeaders(answer.caching, snapshot);
	const headers = ['X-Request-Id', requestId, ...answer.headers];
	if (rate !== undefined) headers.push(...rateHeaders(rate));
	if (answer.tag !== undefined) {
		headers.push('ETag', `W/"${answer.tag}"`);
		if (isFresh(request.header('if-none-match'), answer.tag)) {
			return { status: 304, common, headers, body: null, requestId, keyPrefix };
		}
	}
	const encoding =
		answer.body.length > LEAST_COMPRESSED ? acceptedEncoding(request.header('accept-encoding')) : undefined;
	const body = encoding === undefined ? answer.body : compress(answer.body, encoding);
	headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length));
	if (encoding !== undefined) headers.push('Content-Encoding', encoding);
	const sent = request.method === 'HEAD' ? null : body;
	return { status: answer.status, common, headers, body: sent, requestId, keyPrefix };
}

export function errorAnswer(error: ApiError): Answer {
	return {
		status: error.status,
		body: Buffer.from(JSON.stringify(error)),
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
