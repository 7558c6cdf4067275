/** Answers of the website: content with its tag, compressed for who accepts it, or a sentence. */
import { LRUCache } from 'lru-cache';
import { acceptedEncoding, compress, type Encoding } from '../http/compress.ts';
import { isFresh } from '../http/is-fresh.ts';
import type { Client } from '../limits/fair-queue.ts';
import type { PrivateRequest } from './private-request.ts';

export interface SiteResponse {
	readonly status: number;
	/** Names and values in turn, as Node writes them fastest. */
	readonly headers: readonly string[];
	/** Null where there is none: 304, and answers to HEAD. */
	readonly body: Buffer | null;
}

export interface SiteRequest {
	readonly method: string;
	/** Path and query as they were sent. */
	readonly target: string;
	/** The value of a header by its lower-case name. */
	header(name: string): string | undefined;
	/** Who waits for the answer. */
	readonly client: Client;
	/** All that a private page is given. */
	privateRequest(): PrivateRequest;
}

/** What an answer shows. */
export interface Content {
	/** SHA-256 in hex. */
	readonly hash: string;
	/** Its media type, without parameters. */
	readonly type: string;
	read(): Buffer;
}

/** Its status, how it may be cached, and further headers. */
export interface Answer {
	readonly status: number;
	readonly caching: string;
	readonly headers?: readonly string[];
}

/** Compressed content, by hash and encoding; the oldest goes when it takes more than this. */
const compressed = new LRUCache<string, Buffer>({ maxSize: 32 * 2 ** 20, sizeCalculation: (body) => body.length });

/** How many digits of a hash are a tag. */
const TAG = 16;

/** Answers with content, or with 304 where the client has it. */
export function contentResponse(request: SiteRequest, content: Content, answer: Answer): SiteResponse {
	const { hash, type } = content;
	const { status, caching, headers: further = [] } = answer;
	const tag = hash.slice(0, TAG);
	const isText = /^text\/|json|xml|javascript/.test(type);
	const headers = ['Cache-Control', caching, 'ETag', `W/"${tag}"`, ...further];
	if (isText) headers.push('Vary', 'Accept-Encoding');
	if (status === 200 && isFresh(request.header('if-none-match'), tag)) return { status: 304, headers, body: null };
	const encoding = isText ? acceptedEncoding(request.header('accept-encoding'), 'kept') : undefined;
	const body = encoding === undefined ? content.read() : compressOnce(content, encoding);
	headers.push('Content-Type', isText ? `${type}; charset=utf-8` : type, 'Content-Length', String(body.length));
	if (encoding !== undefined) headers.push('Content-Encoding', encoding);
	return { status, headers, body: request.method === 'HEAD' ? null : body };
}

function compressOnce({ hash, read }: Content, encoding: Encoding): Buffer {
	const key = `${hash} ${encoding}`;
	const known = compressed.get(key);
	if (known !== undefined) return known;
	const body = compress(read(), encoding, 'kept');
	compressed.set(key, body);
	return body;
}

/** A sentence instead of a page. */
export function plain(text: string, { status, caching, headers = [] }: Answer): SiteResponse {
	const body = Buffer.from(`${text}\n`);
	// biome-ignore format: a name and its value on each line
	const own = [
		'Cache-Control', caching,
		'Content-Type', 'text/plain; charset=utf-8',
		'Content-Length', String(body.length),
	];
	return { status, headers: [...own, ...headers], body };
}
