/** Page types: the pages of the website, and the content of each. */
import type { Directory } from '../directory.ts';
import type { TextSource } from '../machine-readable/text-index.ts';

/** One page or file of the website. */
export interface SitePage<View> {
	/** Its path, which ends with a slash unless it is a file: `/programs/acme/`. */
	readonly address: string;
	/** Creates the view: everything that the page shows, as plain data. Equal views give equal pages. */
	readonly view: () => View;
	/** Its entry in the sitemap; absent if search engines should not list it. */
	readonly sitemap?: { readonly lastmod: string | undefined };
	/** Its record in the text index; absent if the site search should not find it. */
	readonly text?: TextSource;
}

/** All pages that one file under `src/pages` renders. */
export interface PageType<View = unknown> {
	/** Astro's name for the route of the file: `/programs/[slug]/[...page]`. */
	readonly route: string;
	/** Lists the pages of a directory. Listing is cheap; creating views is not. */
	pages(directory: Directory): Iterable<SitePage<View>>;
}

/** Pages that show nothing from the directory. */
export function fixedPages(route: string, addresses: readonly string[], isListed = false): PageType<object> {
	const pages = addresses.map((address) => ({
		address,
		view: () => ({}),
		...(isListed && { sitemap: { lastmod: undefined } }),
	}));
	return { route, pages: () => pages };
}

/** Calls a function when its result is first needed, and only once. */
export function once<T>(create: () => T): () => T {
	let created: { readonly value: T } | undefined;
	return () => {
		created ??= { value: create() };
		return created.value;
	};
}

/** The latest of some timestamps, which can be compared as text. */
export function latest(timestamps: Iterable<string | undefined>): string | undefined {
	let found: string | undefined;
	for (const time of timestamps) if (time !== undefined && (found === undefined || time > found)) found = time;
	return found;
}

/** The time of the latest change of some records. */
export const lastChange = (records: readonly { readonly updated_at: string }[]) =>
	latest(records.map(({ updated_at }) => updated_at));
