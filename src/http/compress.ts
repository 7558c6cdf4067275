import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip';

/** What a body is compressed for: to be kept, and sent again and again, or to be sent once. */
export type Use = 'kept' | 'once';

/**
 * How each use is compressed. A body that is kept is close to its smallest size, at a tenth of the time that the highest
 * quality takes. One that is sent once, a page of a list, takes a third of the time of one that is kept.
 */
const QUALITIES = { kept: { br: 5, gzip: 6 }, once: { br: 1, gzip: 3 } } as const;

/** At these qualities, the encoding that makes JSON and HTML smallest comes first. Brotli is larger when it must be quick. */
const SMALLEST_FIRST: { readonly [use in Use]: readonly Encoding[] } = { kept: ['br', 'gzip'], once: ['gzip', 'br'] };

/** The encoding to send: of those that a client likes best, by its header `Accept-Encoding`, the smallest. */
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
