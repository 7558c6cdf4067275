import type { APIRoute } from 'astro';
import { stringify } from 'yaml';
import { siteDocument } from '../site/machine-readable/openapi.ts';

/** Returns the same document as /openapi.json, but in YAML, so that it is easier to read and to compare. */
export const GET: APIRoute = ({ site }) =>
	new Response(
		stringify(siteDocument(site!.origin), { aliasDuplicateObjects: false, blockQuote: 'literal', lineWidth: 0 }),
		{
			headers: { 'Content-Type': 'application/yaml' },
		},
	);
