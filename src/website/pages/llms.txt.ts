import type { APIRoute } from 'astro';
import config from '../../../data/site.json' with { type: 'json' };
import { llmsText } from '../machine-readable/llms-text.ts';
import { shownSections } from '../served/sections.ts';

/** Tells language models what this site is and where to find its data. See llmstxt.org. */
export const GET: APIRoute = async ({ site, locals }) =>
	new Response(llmsText(config, site!.origin, await shownSections(locals)), {
		headers: { 'Content-Type': 'text/plain; charset=utf-8' },
	});
