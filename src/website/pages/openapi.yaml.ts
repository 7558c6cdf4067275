import type { APIRoute } from 'astro';
import { documentYaml } from '../../api/openapi/document.ts';
import { siteDocument } from '../documentation/reference.ts';

/** Returns the same document as /openapi.json, but in YAML, so that it is easier to read and to compare. */
export const GET: APIRoute = ({ site }) =>
	new Response(documentYaml(siteDocument(site!.origin)), { headers: { 'Content-Type': 'application/yaml' } });
