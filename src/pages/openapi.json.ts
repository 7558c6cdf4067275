import type { APIRoute } from 'astro';
import { siteDocument } from '../site/machine-readable/openapi.ts';

/** Returns the OpenAPI document, from which tools learn how to use the API. */
export const GET: APIRoute = ({ site }) =>
	new Response(`${JSON.stringify(siteDocument(site!.origin), undefined, '\t')}\n`, {
		headers: { 'Content-Type': 'application/json' },
	});
