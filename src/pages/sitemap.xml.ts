import type { APIRoute } from 'astro';
import { directory } from '../site/current-directory.ts';
import { sitemapParts } from '../site/machine-readable/sitemap.ts';
import { sitemapIndexXml } from '../site/machine-readable/sitemap-xml.ts';

export const GET: APIRoute = ({ site }) =>
	new Response(sitemapIndexXml(sitemapParts(directory), site), { headers: { 'Content-Type': 'text/xml' } });
