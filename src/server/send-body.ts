import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';

/** The length of a piece, in bytes. */
const PIECE = 65_536;

/**
 * Ends a response with a body. A stream is destroyed when the client disconnects. A long body is written in pieces. Each
 * piece that the system takes shows that the client is still reading. Without pieces, Node would report nothing until
 * the whole body has been written.
 */
export function sendBody(response: ServerResponse, body: Buffer | Readable | null): void {
	if (body === null || (Buffer.isBuffer(body) && body.length <= PIECE)) response.end(body ?? undefined);
	// A client that disconnects early is not an error.
	else pipeline(Buffer.isBuffer(body) ? Readable.from(piecesOf(body)) : body, response, () => {});
}

function* piecesOf(body: Buffer): Iterable<Buffer> {
	for (let start = 0; start < body.length; start += PIECE) yield body.subarray(start, start + PIECE);
}
