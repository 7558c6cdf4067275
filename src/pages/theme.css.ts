import type { APIRoute } from 'astro';
import site from '../../data/site.json' with { type: 'json' };

/** What data/site.json says about the look, for the style sheet to build on. */
export const GET: APIRoute = () =>
	new Response(`:root{--site-accent:${site.accent}}\n`, { headers: { 'Content-Type': 'text/css; charset=utf-8' } });
