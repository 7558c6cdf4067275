import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';

/** The length of a piece, in bytes. */
const PIECE = 65_536;

/**
 * Ends a response with a body. A long body is written in pieces: each piece that the system takes shows that the client
 * is still reading, while Node reports a long write only when all of it is done.
 */
export function sendBody(response: ServerResponse, body: Buffer | null): void {
	if (body === null || body.length <= PIECE) response.end(body ?? undefined);
	// A client that disconnects early is not an error.
	else pipeline(Readable.from(piecesOf(body)), response, () => {});
}

function* piecesOf(body: Buffer): Iterable<Buffer> {
	for (let start = 0; start < body.length; start += PIECE) yield body.subarray(start, start + PIECE);
}
