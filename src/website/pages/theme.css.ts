import type { APIRoute } from 'astro';
import site from '../../../data/site.json' with { type: 'json' };

/** The style settings of data/site.json, as CSS variables. */
export const GET: APIRoute = () =>
	new Response(`:root{--site-accent:${site.accent}}\n`, { headers: { 'Content-Type': 'text/css; charset=utf-8' } });
