/** The sitemap. Its files tell search engines the address and the last change of each page (sitemaps.org). */
import { crc32 } from 'node:zlib';
import type { Manifest } from '../../release/manifest.ts';

/**
 * The approximate maximum number of addresses in a file. sitemaps.org allows 50,000. Small files are faster to rebuild
 * when an address changes.
 */
const MOST_ADDRESSES = 1000;

export interface SitemapEntry {
	readonly address: string;
	/** The time of the last change, or undefined if it is unknown. */
	readonly lastmod: string | undefined;
}

/** Returns the number of files. It is always a power of two, so it rarely changes when the directory grows. */
export function sitemapCount({ programs, reviews, organizations, categories }: Manifest['counts']): number {
	const pages = programs + reviews + organizations + categories;
	return 2 ** Math.max(0, Math.ceil(Math.log2(pages / MOST_ADDRESSES)));
}

/** Returns the number of the file that lists an owner's pages, counted from 0. See `SitemapSource`. */
export const sitemapPlace = (owner: string, count: number) => crc32(owner) % count;

/** The address of a file. @param place counted from 0 */
export const sitemapAddress = (place: number) => `/sitemaps/${place + 1}.xml`;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** The names of the elements in a file that lists pages, and in the index, which lists the other files. */
const ELEMENTS = { urlset: 'url', sitemapindex: 'sitemap' } as const;

/** Writes a sitemap file. @param root the name of its outer element */
export function sitemapXml(root: keyof typeof ELEMENTS, entries: readonly SitemapEntry[], site?: URL): string {
	const element = ELEMENTS[root];
	const lines = entries.map(({ address, lastmod }) => {
		const changed = lastmod ? `<lastmod>${lastmod}</lastmod>` : '';
		return `<${element}><loc>${new URL(address, site).href}</loc>${changed}</${element}>\n`;
	});
	return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${lines.join('')}</${root}>\n`;
}
