import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';

/** The length of a piece, in bytes. */
const PIECE = 65_536;

/**
 * Ends a response with a body. A stream is destroyed when the client disconnects. A long body is written in pieces.
 * Whenever the system accepts a piece, this shows that the client is still reading. If the body were written at once,
 * Node would report no progress until the end.
 */
export function sendBody(response: ServerResponse, body: Buffer | Readable | null): void {
	if (body === null || (Buffer.isBuffer(body) && body.length <= PIECE)) response.end(body ?? undefined);
	// A client that disconnects early is not an error.
	else pipeline(Buffer.isBuffer(body) ? Readable.from(piecesOf(body)) : body, response, () => {});
}

/**
 * Ends a response with a stream. Closes the connection if the stream fails, and destroys the stream if the client
 * disconnects. When the response has ended, resolves to the number of bytes sent.
 */
export function sendStream(response: ServerResponse, stream: Readable): Promise<number> {
	let bytes = 0;
	stream.on('data', (piece: Buffer) => (bytes += piece.length));
	return new Promise((resolve) => pipeline(stream, response, () => resolve(bytes)));
}

function* piecesOf(body: Buffer): Iterable<Buffer> {
	for (let start = 0; start < body.length; start += PIECE) yield body.subarray(start, start + PIECE);
}
