/** Reads requests for private pages, including headers and body. (A public page depends only on its address.) */
import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../accounts/context.ts';
import type { ReadAddress } from '../api/limits/address.ts';
import { readBody } from './read-body.ts';

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
