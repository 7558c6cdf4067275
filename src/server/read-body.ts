import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_BODY } from '../shared/http/response.ts';

/**
 * Reads the body of a request. Returns a status code if the body is too large or incomplete.
 *
 * @param most the maximum size, in bytes
 */
export async function readBody(request: IncomingMessage, most = MAX_BODY): Promise<Buffer<ArrayBuffer> | 400 | 413> {
	const chunks: Buffer[] = [];
	let length = 0;
	try {
		// Keep the connection open, because the response still needs it.
		for await (const chunk of request.iterator({ destroyOnReturn: false })) {
			length += chunk.length;
			if (length > most) break;
			chunks.push(chunk);
		}
	} catch {
		return 400;
	}
	if (length <= most) return Buffer.concat(chunks);
	request.resume();
	return 413;
}

/** Reads a body like `readBody`. If the client waits to be asked for the body (`Expect: 100-continue`), asks for it. */
export function readExpectedBody(
	request: IncomingMessage,
	response: ServerResponse,
): Promise<Buffer<ArrayBuffer> | 400 | 413> {
	if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
	return readBody(request);
}
