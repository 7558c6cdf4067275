/** The sitemap. Its files tell search engines the address and the last change of each page (sitemaps.org). */
import { crc32 } from 'node:zlib';
import type { Counts } from '../directory/directory.ts';

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
export function sitemapCount({ programs, reviews, organizations, categories }: Counts): number {
	const pages = programs + reviews + organizations + categories;
	return 2 ** Math.max(0, Math.ceil(Math.log2(pages / MOST_ADDRESSES)));
}

/** Returns the number of the file that lists an owner's pages, counted from 0. See `SitemapSource`. */
export const sitemapPlace = (owner: string, count: number) => crc32(owner) % count;

/** The address of a file. @param place counted from 0 */
export const sitemapAddress = (place: number) => `/sitemaps/${place + 1}.xml`;
