/**
 * The API behind Astro's own server: in development, and for whoever runs that server. It answers as the production server
 * does, but for one thing: Astro resolves dot segments and double slashes of a path before anyone sees them.
 */
import { randomUUID } from 'node:crypto';
import type { APIRoute } from 'astro';
import { ApiError } from '../../api/error.ts';
import { type ApiHandler, createApi } from '../../api/handler.ts';
import { readServiceOptions } from '../../command/server-settings.ts';
import { addressReader, type ReadAddress } from '../../limits/address.ts';
import { astroService } from '../../server/astro-service.ts';

export const prerender = false;

export const ALL: APIRoute = async ({ request, clientAddress: remote }) => {
	const { pathname, search } = new URL(request.url);
	const { api, clientAddress } = await astroService().catch(unavailable);
	const header = (name: string) => request.headers.get(name) ?? undefined;
	const { status, headers, content } = await api({
		method: request.method,
		target: pathname + search,
		header,
		address: () => clientAddress(remote, () => header('x-forwarded-for')),
	});
	const all = headers.flatMap(({ pairs }) => pairs);
	const pairs = all.flatMap((name, i) => (i % 2 === 0 ? [[name, all[i + 1]!] as [string, string]] : []));
	return new Response(content && new Uint8Array(content.body), { status, headers: pairs });
};

/** Answers with 503 where there is no release or no state yet; the next request tries again. */
function unavailable(cause: unknown): { readonly api: ApiHandler; readonly clientAddress: ReadAddress } {
	const refuse = () => {
		throw new ApiError('UNAVAILABLE', 'The directory cannot be read at the moment. Try again in a minute.', { cause });
	};
	const reportFault = (error: unknown, requestId: string) => console.error(requestId, error);
	const allocate = Buffer.allocUnsafe;
	return {
		clientAddress: addressReader(0),
		api: createApi({
			directory: refuse,
			verify: refuse,
			allocate,
			siteUrl: readServiceOptions().siteUrl,
			nextRequestId: randomUUID,
			reportFault,
		}),
	};
}
