/** The sitemap: files for search engines that list each page with the time of its last change (sitemaps.org). */
import { crc32 } from 'node:zlib';
import type { Counts } from '../directory.ts';

/**
 * The approximate maximum number of addresses in a file. sitemaps.org allows 50,000. Small files are faster to rebuild
 * when an address changes.
 */
const MOST_ADDRESSES = 1000;

export interface SitemapEntry {
	readonly address: string;
	/** The newest `updated_at` of the records on the page; undefined if they have none. */
	readonly lastmod: string | undefined;
}

/** Returns the number of files. It is a power of two, so that it changes only each time the directory has doubled. */
export function sitemapCount({ programs, reviews, organizations, categories }: Counts): number {
	const pages = programs + reviews + organizations + categories;
	return 2 ** Math.max(0, Math.ceil(Math.log2(pages / MOST_ADDRESSES)));
}

/** Returns the number, from 0, of the file that lists the pages of an owner (see `SitemapSource`). */
export const sitemapPlace = (owner: string, count: number) => crc32(owner) % count;

/** The address of a file. @param place counted from 0 */
export const sitemapAddress = (place: number) => `/sitemaps/${place + 1}.xml`;
