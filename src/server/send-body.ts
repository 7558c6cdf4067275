import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';

/** The length of the pieces in which a long body is written, in bytes. */
const PIECE = 65_536;

/**
 * Ends a response with a body, and returns the number of bytes. For a stream, returns a promise that resolves to the
 * number of bytes sent when the response has ended. Closes the connection if the stream fails, and destroys the stream
 * if the client disconnects.
 *
 * A long buffer is written in pieces. Each piece that the system accepts shows that the client is still reading. If the
 * buffer were written at once, Node would report no progress until the end.
 */
export function sendBody(response: ServerResponse, body: Buffer | Readable | null): number | Promise<number> {
	if (body instanceof Readable) {
		let bytes = 0;
		body.on('data', (piece: Buffer) => (bytes += piece.length));
		return new Promise((resolve) => pipeline(body, response, () => resolve(bytes)));
	}
	if (body === null || body.length <= PIECE) response.end(body ?? undefined);
	// A client that disconnects early is not an error.
	else pipeline(Readable.from(piecesOf(body)), response, () => {});
	return body?.length ?? 0;
}

function* piecesOf(body: Buffer): Iterable<Buffer> {
	for (let start = 0; start < body.length; start += PIECE) yield body.subarray(start, start + PIECE);
}
