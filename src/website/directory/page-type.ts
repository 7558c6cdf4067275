/** Page types define which pages the website has and what each page contains. */

import { categoryAddress, HOME, networkAddress, organizationAddress, programAddress } from '../addresses.ts';
import { type Directory, latest } from './directory.ts';
import type { TextSource } from './text-record.ts';

/** One page or file of the website. */
export interface SitePage<View> {
	/** The path, such as `/programs/acme/`. It ends with a slash unless this is a file. */
	readonly address: string;
	/** Creates the view, which is everything that the page shows, as plain data. Equal views result in equal pages. */
	readonly view: () => View;
	/** The entry in the sitemap. Absent if search engines should not list the page. */
	readonly sitemap?: SitemapSource;
}

export interface SitemapSource {
	/** The address of the record's first page. It determines which sitemap file lists the record's pages. */
	readonly owner: string;
	/**
	 * The latest `updated_at` of the records on the page. For organizations, `created_at` is used instead, because they
	 * have no `updated_at`. Undefined if there is no such time.
	 */
	readonly lastmod: string | undefined;
}

/** All pages that one component or one file under `src/website/pages` renders. */
export interface PageType<View = unknown> {
	/** The route in Astro's notation, such as `/programs/[slug]/[...page]`. */
	readonly route: string;
	/** The component below `src/website`. It reads `Astro.locals.view`. Absent if the route has a file in `pages/`. */
	readonly component?: string;
	/**
	 * Lists the directory's pages that are in scope, or all its pages if no scope is given. Does not create the views.
	 */
	pages(directory: Directory, scope?: PageScope): Iterable<SitePage<View>>;
	/** Returns the text sources of these pages. Absent if the site-wide search should not find the pages. */
	texts?(directory: Directory): Iterable<TextSource>;
}

/** The entry in the sitemap of a page that shows nothing from the directory. */
export const UNDATED: SitemapSource = { owner: HOME.address, lastmod: undefined };

/** Returns a page type for pages that show nothing from the directory, and that search engines do not list. */
export function fixedPages(route: string, addresses: () => readonly string[]): PageType<object> {
	return { route, pages: () => addresses().map((address) => ({ address, view: () => ({}) })) };
}

/**
 * The groups of records that have their own pages. A program's pages include the pages of its reviews. The group
 * `similar` contains the programs on whose pages only the list of similar programs can have changed.
 */
export type ScopeGroup = 'programs' | 'similar' | 'categories' | 'organizations' | 'networks';

/** Returns the address of a record's first page. */
export const ADDRESS_OF: { readonly [G in ScopeGroup]: (slug: string) => string } = {
	programs: programAddress,
	similar: programAddress,
	categories: categoryAddress,
	organizations: organizationAddress,
	networks: networkAddress,
};

export interface PageScope {
	/** Whether the pages about a record are in scope. Pages about the whole directory are always in scope. */
	has(group: ScopeGroup, slug: string): boolean;
	/**
	 * The addresses of pages in scope that may no longer exist or whose sitemap entry may have changed. The address of a
	 * list's first page represents all pages of that list. The array is empty if everything is in scope.
	 */
	readonly earlier: readonly string[];
}

export const EVERYTHING: PageScope = { has: () => true, earlier: [] };

export const lastChange = (records: readonly { readonly updated_at: string }[]) =>
	latest(records.map(({ updated_at }) => updated_at));
