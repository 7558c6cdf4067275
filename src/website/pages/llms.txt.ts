import type { APIRoute } from 'astro';
import { site } from '../../config/site/site.ts';
import { llmsText } from '../machine-readable/llms-text.ts';
import { shownSections } from '../served/release.ts';

/** Tells language models what this site is and where to find its data. See llmstxt.org. */
export const GET: APIRoute = async ({ site: address, locals }) =>
	new Response(llmsText(site(), address!.origin, await shownSections(locals)), {
		headers: { 'Content-Type': 'text/plain; charset=utf-8' },
	});
