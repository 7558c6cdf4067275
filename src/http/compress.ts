import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip';

/** The encoding that a client accepts and that makes a body smallest, by its header `Accept-Encoding`. */
export function acceptedEncoding(acceptEncoding: string | undefined): Encoding | undefined {
	if (acceptEncoding === undefined) return undefined;
	const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
	const encoding = negotiator.encoding(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
	return encoding === 'br' || encoding === 'gzip' ? encoding : undefined;
}

/** What a body is compressed for: to be kept, and sent again and again, or to be sent once. */
export type Use = 'kept' | 'once';

/**
 * What is kept is close to the smallest size, at a tenth of the time that the highest quality takes. What is sent once, a
 * page of a list, is a seventh longer, at a third of that time.
 */
const QUALITIES = { kept: { br: 4, gzip: 6 }, once: { br: 1, gzip: 1 } } as const;

export function compress(body: Buffer, encoding: Encoding, use: Use): Buffer {
	const quality = QUALITIES[use][encoding];
	if (encoding === 'gzip') return gzipSync(body, { level: quality });
	return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}
