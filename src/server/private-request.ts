/** Reads requests for private pages, including headers and body. (A public page depends only on its address.) */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext } from '../accounts/context.ts';
import type { ReadAddress } from '../api/limits/address.ts';
import { MAX_BODY } from '../shared/http/response.ts';

export interface PrivateRequest extends RequestContext {
	/** Reads the body. Returns a status code if the body is too large or incomplete. @param most see `readBody` */
	body(most?: number): Promise<Buffer<ArrayBuffer> | 400 | 413>;
}

export function readPrivateRequest(request: IncomingMessage, clientAddress: ReadAddress): PrivateRequest {
	const headers = new Headers();
	const { rawHeaders } = request;
	for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
	const address = clientAddress(request.socket.remoteAddress, () => headers.get('x-forwarded-for') ?? undefined);
	return { headers, address, body: (most) => readBody(request, most) };
}

/**
 * Reads the body of a request. Returns a status code if the body is too large or incomplete.
 *
 * @param most the maximum size, in bytes
 */
async function readBody(request: IncomingMessage, most = MAX_BODY): Promise<Buffer<ArrayBuffer> | 400 | 413> {
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
