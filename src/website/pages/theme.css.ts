import type { APIRoute } from 'astro';
import { site } from '../../config/site/site.ts';
import { themeCss } from '../layout/theme-css.ts';

/** The colours and fonts of the site, as CSS variables. */
export const GET: APIRoute = () =>
	new Response(themeCss(site()), { headers: { 'Content-Type': 'text/css; charset=utf-8' } });
