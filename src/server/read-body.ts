import type { IncomingMessage } from 'node:http';

/** The maximum size of a body, in bytes. The forms of this site, and the messages of agents, are smaller. */
const MAX_BODY = 64 * 1024;

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
