/**
 * The API behind Astro's own server: in development, and for whoever runs that server. It answers as the production server
 * does, but for one thing: Astro resolves dot segments and double slashes of a path before anyone sees them.
 */
import type { APIRoute } from 'astro';
import { readSettings } from '../../command/settings.ts';
import { readSiteConfig } from '../../command/site-config.ts';
import { openService } from '../../server/service.ts';

export const prerender = false;

const { out, state, siteUrl, logLevel } = readSettings();
const { url, key_prefix } = readSiteConfig(siteUrl);
const service = openService({ out, state, logLevel, siteUrl: url, keyPrefix: key_prefix });

export const ALL: APIRoute = async ({ request }) => {
	const { pathname, search } = new URL(request.url);
	const { api } = await service;
	const { status, headers, body } = api({
		method: request.method,
		target: pathname + search,
		header: (name) => request.headers.get(name) ?? undefined,
	});
	const pairs = headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]!] as [string, string]] : []));
	return new Response(body && new Uint8Array(body), { status, headers: pairs });
};
