/**
 * Makes the website's responses. A response is plain text, or content with an entity tag. Content of a text type is
 * compressed if the client accepts compression.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Client } from '../api/limits/fair-queue.ts';
import { acceptedEncoding, compress, type Encoding, isText } from '../shared/http/content.ts';
import { type HttpResponse, isFresh } from '../shared/http/response.ts';
import type { PrivateRequest } from './private-request.ts';

export interface SiteRequest {
	readonly method: string;
	/** The path and query, as the client sent them. */
	readonly target: string;
	/** Returns the value of a header, given its name in lower case. */
	header(name: string): string | undefined;
	readonly client: Client;
	privateRequest(): PrivateRequest;
}

export interface SiteContent {
	/** A hash in ASCII. Different contents have different hashes. */
	readonly hash: string;
	/** The media type, without parameters. */
	readonly type: string;
	read(): Buffer;
	/** Reads the content compressed with Brotli. This method is missing if that form is not stored. */
	readBrotli?(): Buffer;
}

export function contentOf(body: Buffer, type: string): SiteContent {
	return { hash: hash('sha256', body), type, read: () => body };
}

/** The status of a response, the value of its `Cache-Control` header, and further headers. */
export interface ResponseHead {
	readonly status: number;
	readonly caching: string;
	readonly headers?: readonly string[];
}

/**
 * The cache of bodies that were compressed here or read from a pack, by hash and encoding. When the cache is full, it
 * removes the least recently used bodies.
 */
const kept = new LRUCache<string, Buffer>({ maxSize: 32 * 2 ** 20, sizeCalculation: (body) => body.length });

/** The number of hash digits that are used as a tag. */
const TAG = 16;

/** Makes a response with content, or a 304 if the client already has it. */
export function contentResponse(request: SiteRequest, content: SiteContent, head: ResponseHead): HttpResponse {
	const { hash, type } = content;
	const { status, caching, headers: further = [] } = head;
	const tag = hash.slice(0, TAG);
	const isCompressed = isText(type);
	const headers = ['Cache-Control', caching, 'ETag', `W/"${tag}"`, ...further];
	if (isCompressed) headers.push('Vary', 'Accept-Encoding');
	if (status === 200 && isFresh(request.header('if-none-match'), tag)) return { status: 304, headers, body: null };
	const encoding = isCompressed ? acceptedEncoding(request.header('accept-encoding'), 'kept') : undefined;
	const body = bodyOf(content, encoding);
	headers.push('Content-Type', isCompressed ? `${type}; charset=utf-8` : type, 'Content-Length', String(body.length));
	if (encoding !== undefined) headers.push('Content-Encoding', encoding);
	return { status, headers, body: request.method === 'HEAD' ? null : body };
}

function bodyOf(content: SiteContent, encoding: Encoding | undefined): Buffer {
	const { hash, readBrotli, read } = content;
	if (encoding === undefined && readBrotli === undefined) return read();
	const key = `${hash} ${encoding}`;
	const known = kept.get(key);
	if (known !== undefined) return known;
	const body = make();
	kept.set(key, body);
	return body;

	function make(): Buffer {
		if (encoding === undefined) return read();
		return encoding === 'br' && readBrotli ? readBrotli() : compress(read(), encoding, 'kept');
	}
}

export function plain(
	text: string,
	{ status, caching, headers = [] }: ResponseHead,
): HttpResponse & { readonly body: Buffer } {
	const body = Buffer.from(`${text}\n`);
	// biome-ignore format: a name and its value on each line
	const own = [
		'Cache-Control', caching,
		'Content-Type', 'text/plain; charset=utf-8',
		'Content-Length', String(body.length),
	];
	return { status, headers: [...own, ...headers], body };
}

/** Redirects the client permanently to another address. */
export function redirect(address: string, caching: string): HttpResponse {
	return plain('This page has moved.', { status: 308, caching, headers: ['Location', address] });
}
