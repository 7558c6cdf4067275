import type { APIRoute } from 'astro';
import { stringify } from 'yaml';
import { siteDocument } from '../site/machine-readable/openapi.ts';

/** The same description as /openapi.json, in a form that is easier to read and compare. */
export const GET: APIRoute = ({ site }) =>
	new Response(
		stringify(siteDocument(site!.origin), { aliasDuplicateObjects: false, blockQuote: 'literal', lineWidth: 0 }),
		{
			headers: { 'Content-Type': 'application/yaml' },
		},
	);
