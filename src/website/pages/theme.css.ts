import type { APIRoute } from 'astro';
import { site } from '../../shared/site/site.ts';

/** The style settings of site.json, as CSS variables. */
export const GET: APIRoute = () =>
	new Response(`:root{--site-accent:${site().accent}}\n`, { headers: { 'Content-Type': 'text/css; charset=utf-8' } });
