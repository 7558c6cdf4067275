import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';

/** The length of the pieces in which a long body is written, in bytes. */
const PIECE = 65_536;

/**
 * Ends a response with a body. If the body is a stream, destroys it when the client disconnects. A long buffer is
 * written in pieces. Each piece that the system accepts shows that the client is still reading. If the buffer were
 * written at once, Node would report no progress until the end.
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
