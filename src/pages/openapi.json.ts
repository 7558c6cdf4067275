import type { APIRoute } from 'astro';
import { siteDocument } from '../site/machine-readable/openapi.ts';

/** The description of the API for tools. */
export const GET: APIRoute = ({ site }) =>
	new Response(`${JSON.stringify(siteDocument(site!.origin), undefined, '\t')}\n`, {
		headers: { 'Content-Type': 'application/json' },
	});
