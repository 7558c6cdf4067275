/**
 * Serves the API from Astro's own server, for development. The responses are those of the production server, except
 * that Astro first resolves dot segments and double slashes in paths.
 */
import { Readable } from 'node:stream';
import { astroService } from 'virtual:service';
import type { APIRoute } from 'astro';
import { MAX_BODY } from '../../../shared/http/response.ts';

export const ALL: APIRoute = async ({ request, clientAddress: remote }) => {
	const { pathname, search } = new URL(request.url);
	const { api, clientAddress } = await astroService();
	const header = (name: string) => request.headers.get(name) ?? undefined;
	const { status, headers, body } = await api({
		method: request.method,
		target: pathname + search,
		header,
		address: () => clientAddress(remote, () => header('x-forwarded-for')),
		body: () => bodyOf(request),
	});
	const pairs = headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]!] as [string, string]] : []));
	const content = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : body && new Uint8Array(body);
	return new Response(content, { status, headers: pairs });
};

/** Reads the body of a request, up to the maximum size. */
async function bodyOf({ body }: Request): Promise<Buffer | 413> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body ?? []) {
		length += chunk.length;
		if (length > MAX_BODY) return 413;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
