/** Turns a body into a response: headers, entity tag, compression (decisions, Responses). */
import { acceptedEncoding } from '../http/compress.ts';
import { HeaderGroup } from '../http/header-group.ts';
import { isFresh } from '../http/is-fresh.ts';
import { commonHeaders } from './common-headers.ts';
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
	readonly headers: readonly HeaderGroup[];
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

/** Smaller bodies are not worth the work. */
const LEAST_COMPRESSED = 1024;

export function respond(request: ApiRequest, answer: Answer, stamp: Stamp): ApiResponse {
	const { requestId, snapshot, keyPrefix, rate } = stamp;
	const { status, content, caching } = answer;
	const common = commonHeaders(caching, snapshot);
	const own = ['X-Request-Id', requestId, ...answer.headers];
	if (rate !== undefined) own.push(...rateHeaders(rate));
	if (content.tag !== undefined && isFresh(request.header('if-none-match'), content.tag)) {
		own.push('ETag', entityTag(content.tag));
		return { status: 304, headers: [common, new HeaderGroup(own)], content: null, requestId, keyPrefix };
	}
	const encoding =
		content.body.length > LEAST_COMPRESSED ? acceptedEncoding(request.header('accept-encoding')) : undefined;
	const sent = encoding === undefined ? content : content.compressed(encoding);
	const headers = [common, new HeaderGroup(own), sent.headers];
	return { status, headers, content: request.method === 'HEAD' ? null : sent, requestId, keyPrefix };
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
