/** What private pages are given of a request. Public pages depend on their address alone. */
import type { IncomingMessage } from 'node:http';
import type { Visitor } from '../accounts/desk.ts';
import type { ReadAddress } from '../limits/address.ts';

/** Longer forms do not come from our pages. In bytes. */
const LONGEST_BODY = 64 * 1024;

export interface Visit extends Visitor {
	/** Reads the body; the status of the answer where it cannot be had. */
	body(): Promise<Buffer<ArrayBuffer> | 400 | 413>;
}

export function openVisit(request: IncomingMessage, clientAddress: ReadAddress): Visit {
	const headers = new Headers();
	const { rawHeaders } = request;
	for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
	const address = clientAddress(request.socket.remoteAddress, () => headers.get('x-forwarded-for') ?? undefined);
	return { headers, address, body: () => readBody(request) };
}

async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | 400 | 413> {
	const chunks: Buffer[] = [];
	let length = 0;
	try {
		// The connection is still needed for the answer.
		for await (const chunk of request.iterator({ destroyOnReturn: false })) {
			length += chunk.length;
			if (length > LONGEST_BODY) break;
			chunks.push(chunk);
		}
	} catch {
		return 400;
	}
	if (length <= LONGEST_BODY) return Buffer.concat(chunks);
	request.resume();
	return 413;
}
