import type { APIRoute } from 'astro';
import { documentJson } from '../../api/openapi/document.ts';
import { siteDocument } from '../documentation/reference.ts';

/** Returns the OpenAPI document, from which tools learn how to use the API. */
export const GET: APIRoute = ({ site }) =>
	new Response(documentJson(siteDocument(site!.origin)), {
		headers: { 'Content-Type': 'application/json' },
	});
