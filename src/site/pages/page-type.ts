/** Page types: the pages of the website, and the content of each. */

import { HOME } from '../addresses.ts';
import type { Directory } from '../directory.ts';
import type { TextSource } from '../machine-readable/text-index.ts';
import type { Scope } from '../scope.ts';

/** One page or file of the website. */
export interface SitePage<View> {
	/** The path, which ends with a slash unless this is a file: `/programs/acme/`. */
	readonly address: string;
	/** Creates the view: everything that the page shows, as plain data. Equal views give equal pages. */
	readonly view: () => View;
	/** The entry in the sitemap; absent if search engines should not list the page. */
	readonly sitemap?: SitemapSource;
}

export interface SitemapSource {
	/** The address of the record's first page. It decides which file of the sitemap lists the pages of the record. */
	readonly owner: string;
	/** The newest `updated_at` of the records on the page; undefined if they have none. */
	readonly lastmod: string | undefined;
}

/** All pages that one file under `src/pages` renders. */
export interface PageType<View = unknown> {
	/** Astro's name for the route of the file: `/programs/[slug]/[...page]`. */
	readonly route: string;
	/** Lists the pages of a directory that are in scope; by default, all pages. Does not create their views yet. */
	pages(directory: Directory, scope?: Scope): Iterable<SitePage<View>>;
	/** The records of these pages in the text index; absent if the site search should not find the pages. */
	texts?(directory: Directory): Iterable<TextSource>;
}

/** Pages that show nothing from the directory. */
export function fixedPages(route: string, addresses: readonly string[], isListed = false): PageType<object> {
	const pages = addresses.map((address) => ({
		address,
		view: () => ({}),
		...(isListed && { sitemap: { owner: HOME.address, lastmod: undefined } }),
	}));
	return { route, pages: () => pages };
}
