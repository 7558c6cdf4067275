import { LRUCache } from 'lru-cache';
import type { Release } from '../release/release.ts';
import { SEARCH } from '../site/addresses.ts';
import { readExplorerQuery } from '../site/explorer/query.ts';
import type { Rendered } from './rendered-pages.ts';

/** The maximum size of all pages in the cache, in bytes. */
const MOST_KEPT = 32 * 2 ** 20;

/** The cache entry of a page. */
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

	/** The cache entry for the page at an address; undefined if this is not an address of the explorer. */
	at(release: Release, { pathname, search, searchParams }: URL): CachedPage | undefined {
		if (pathname !== SEARCH.address) return undefined;
		// An address without a query has different metadata for search engines.
		const key = JSON.stringify([release.manifest.id, search !== '', readExplorerQuery(searchParams)]);
		return { get: () => this.#pages.get(key), set: (rendered) => void this.#pages.set(key, rendered) };
	}
}
