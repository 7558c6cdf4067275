/** Writes the files of the sitemap (sitemaps.org). Addresses consist of slugs and IDs, so they need no escaping. */
import type { SitemapEntry } from './sitemap.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Writes a sitemap file, which lists the addresses of pages. */
export function sitemapXml(entries: readonly SitemapEntry[], site: URL | undefined): string {
	return document('urlset', 'url', entries, site);
}

/** Writes the sitemap index, the file that lists the other sitemap files. */
export function sitemapIndexXml(parts: readonly SitemapEntry[], site: URL | undefined): string {
	return document('sitemapindex', 'sitemap', parts, site);
}

function document(root: string, element: string, entries: readonly SitemapEntry[], site: URL | undefined): string {
	const lines = entries.map(({ address, lastmod }) => {
		const changed = lastmod ? `<lastmod>${lastmod}</lastmod>` : '';
		return `<${element}><loc>${new URL(address, site).href}</loc>${changed}</${element}>\n`;
	});
	return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${lines.join('')}</${root}>\n`;
}
