import type { APIRoute } from 'astro';
import { sitemapXml } from '../../site/machine-readable/sitemap-xml.ts';
import type { SitemapView } from '../../site/pages/sitemap.ts';

export const GET: APIRoute = ({ locals, site }) =>
	new Response(sitemapXml((locals.view as SitemapView).entries, site), { headers: { 'Content-Type': 'text/xml' } });
