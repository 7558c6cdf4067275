import type { APIRoute, GetStaticPaths } from 'astro';
import { directory } from '../../site/current-directory.ts';
import { type SitemapPart, sitemapParts } from '../../site/machine-readable/sitemap.ts';
import { sitemapXml } from '../../site/machine-readable/sitemap-xml.ts';

export const getStaticPaths = (() =>
	sitemapParts(directory).map((part) => ({ params: { part: part.name }, props: { part } }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ part: SitemapPart }> = ({ props, site }) =>
	new Response(sitemapXml(props.part.entries, site), { headers: { 'Content-Type': 'text/xml' } });
