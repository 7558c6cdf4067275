import { LRUCache } from 'lru-cache';
import type { Release } from '../release/release.ts';
import { SEARCH, SUGGESTIONS } from '../website/addresses.ts';
import { readExplorerQuery } from '../website/explorer/query.ts';
import type { Rendered } from './rendered-pages.ts';

/** The maximum total size of the cached pages, in bytes. */
const MOST_KEPT = 32 * 2 ** 20;

export interface CachedPage {
	get(): Rendered | undefined;
	set(rendered: Rendered): void;
}

/**
 * Caches pages of the program explorer. A page depends only on the release and the parsed query. When the cache is
 * full, it removes the least recently used pages.
 */
export class ExplorerCache {
	readonly #pages = new LRUCache<string, Rendered>({
		maxSize: MOST_KEPT,
		sizeCalculation: ({ content }, key) => (content?.read().length ?? 0) + key.length,
	});

	/**
	 * Returns the cache entry for the page at an address, or undefined if the address is not that of the explorer's
	 * search results or suggestions.
	 */
	at(release: Release, { pathname, search, searchParams }: URL): CachedPage | undefined {
		if (pathname !== SEARCH.address && pathname !== SUGGESTIONS) return undefined;
		// A page without a query in its address has different metadata for search engines.
		const key = JSON.stringify([release.manifest.id, pathname, search !== '', readExplorerQuery(searchParams)]);
		return { get: () => this.#pages.get(key), set: (rendered) => void this.#pages.set(key, rendered) };
	}
}
