import type { APIRoute } from 'astro';
import { sitemapXml } from '../../machine-readable/sitemap.ts';
import type { SitemapView } from '../../rendering/sitemap-page.ts';

export const GET: APIRoute = ({ locals, site }) =>
	new Response(sitemapXml('urlset', (locals.view as SitemapView).entries, site), {
		headers: { 'Content-Type': 'text/xml' },
	});
