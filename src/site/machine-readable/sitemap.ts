/** The sitemap: files that list the pages for search engines, each with the time of its last change (sitemaps.org). */
import { crc32 } from 'node:zlib';

/** The approximate maximum number of addresses in a file. sitemaps.org allows 50,000. */
const MOST_ADDRESSES = 40_000;

export interface SitemapEntry {
	readonly address: string;
	/** The newest `updated_at` of the records on the page; undefined if they have none. */
	readonly lastmod: string | undefined;
}

/** One file of the sitemap. */
export interface SitemapPart extends SitemapEntry {
	readonly entries: readonly SitemapEntry[];
}

/**
 * Distributes addresses over files by a hash, so that a new address changes only one file. The number of files is a
 * power of two, and grows when the files are full.
 */
export function sitemapParts(all: Iterable<SitemapEntry>, most = MOST_ADDRESSES): SitemapPart[] {
	const entries = [...all];
	let count = 1;
	while (entries.length > count * most * FILLED) count *= 2;
	const parts = Array.from({ length: count }, (): SitemapEntry[] => []);
	for (const entry of entries) parts[crc32(entry.address) % count]!.push(entry);
	return parts.map((part, index) => ({
		address: `/sitemaps/${index + 1}.xml`,
		lastmod: newest(part),
		entries: part.sort((a, b) => (a.address < b.address ? -1 : 1)),
	}));
}

/** The share of the maximum at which files count as full, because a hash does not fill all files equally. */
const FILLED = 0.9;

function newest(entries: readonly SitemapEntry[]): string | undefined {
	let latest: string | undefined;
	for (const { lastmod } of entries) if (lastmod && (!latest || lastmod > latest)) latest = lastmod;
	return latest;
}
