import { basename } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { lookup, mimes } from 'mrmime';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip';

/** How often a body is sent: a `kept` body many times, a `once` body only one time. */
export type Use = 'kept' | 'once';

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
