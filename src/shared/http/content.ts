/** The content of responses: its media type, its tag and its compressed forms. */
import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { lookup, mimes } from 'mrmime';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip';

/** How often content is sent: `kept` content many times, `once` content only one time. */
type Use = 'kept' | 'once';

/** What a response can contain. */
export interface Content {
	/** The value of the `Content-Type` header. */
	readonly type: string;
	/** A tag in ASCII that changes if and only if the content changes. Undefined for errors, and for the results of forms. */
	readonly tag: string | undefined;
	/** How often the content is sent. Undefined if it is never compressed. */
	readonly use: Use | undefined;
	read(): Buffer;
	/** Reads the content compressed with Brotli. This method is missing if that form is not stored. */
	readBrotli?(): Buffer;
}

/** Makes content that is often sent, such as a page or an image. @param type the media type, without parameters */
export function contentOf(body: Buffer, type: string): Content {
	return { ...asFile(type), tag: tagOf(body), read: () => body };
}

/** Returns how files of a media type are sent. Text is compressed. */
export function asFile(type: string): Pick<Content, 'type' | 'use'> {
	return isText(type) ? { type: `${type}; charset=utf-8`, use: 'kept' } : { type, use: undefined };
}

/** JSON texts up to this length, in bytes, are not compressed. */
export const LEAST_COMPRESSED = 1024;

/** Makes content from a JSON text. */
export function jsonContent(body: Buffer, use: Use, tag?: string): Content {
	const isLong = body.length > LEAST_COMPRESSED;
	return { type: 'application/json; charset=utf-8', tag, use: isLong ? use : undefined, read: () => body };
}

/** The length of a tag, in ASCII characters. */
const TAG_LENGTH = 16;

/** Returns the tag of some content: 96 bits of its SHA-256. Equal content has the same tag in every release. */
export function tagOf(content: string | Uint8Array): string {
	return hash('sha256', content, 'base64url').slice(0, TAG_LENGTH);
}

/**
 * The quality for each use. `kept` comes close to the smallest size, but takes a tenth of the time of the highest
 * quality. `once` is for bodies such as list pages, and takes a third of the time of `kept`.
 */
const QUALITIES = { kept: { br: 5, gzip: 6 }, once: { br: 1, gzip: 3 } } as const;

/** The encodings, starting with the one that makes JSON and HTML smallest. At low quality, that is gzip. */
const SMALLEST_FIRST: { readonly [use in Use]: readonly Encoding[] } = { kept: ['br', 'gzip'], once: ['gzip', 'br'] };

/**
 * Returns the encoding that the client prefers, according to its `Accept-Encoding` header. If the client prefers
 * several equally, returns the one that makes bodies smallest. Returns undefined if the body must not be compressed.
 */
export function acceptedEncoding(acceptEncoding: string | undefined, use: Use): Encoding | undefined {
	if (acceptEncoding === undefined) return undefined;
	const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
	const encoding = negotiator.encoding(['br', 'gzip', 'identity'], { preferred: SMALLEST_FIRST[use] });
	return encoding === 'br' || encoding === 'gzip' ? encoding : undefined;
}

/**
 * The cache of bodies that were compressed here or read from a pack, by tag and encoding. When the cache is full, it
 * removes the least recently used bodies.
 */
const kept = new LRUCache<string, Buffer>({ maxSize: 16 * 2 ** 20, sizeCalculation: (body) => body.length });

/** Returns the body of some content in an encoding. If `encoding` is undefined, the body is not compressed. */
export function bodyOf(content: Content, encoding: Encoding | undefined): Buffer {
	const { tag, use } = content;
	if (encoding === undefined && content.readBrotli === undefined) return content.read();
	if (use === 'once' || tag === undefined) return make();
	const key = `${tag} ${encoding}`;
	const known = kept.get(key);
	if (known !== undefined) return known;
	const body = make();
	kept.set(key, unpooled(body));
	return body;

	function make(): Buffer {
		if (encoding === undefined) return content.read();
		return encoding === 'br' && content.readBrotli ? content.readBrotli() : compress(content.read(), encoding, use!);
	}
}

/** Copies a body that is kept. Otherwise, it could keep all 64 kB of the pool from which Node takes short buffers. */
export function unpooled(body: Buffer): Buffer {
	const copy = Buffer.allocUnsafeSlow(body.length);
	body.copy(copy);
	return copy;
}

export function compress(body: Buffer, encoding: Encoding, use: Use): Buffer {
	const quality = QUALITIES[use][encoding];
	if (encoding === 'gzip') return gzipSync(body, { level: quality });
	return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

// The registered type (RFC 9512). The library's own type for YAML was never registered.
mimes.yaml = 'application/yaml';
mimes.tgz = 'application/gzip';

/** Returns a file's media type, without parameters, judging by the file's name. */
export function mediaType(file: string): string {
	return lookup(basename(file)) ?? 'application/octet-stream';
}

/** Whether content of a media type is text, and therefore worth compressing. */
export function isText(type: string): boolean {
	return /^text\/|json|xml|yaml|javascript/.test(type);
}
