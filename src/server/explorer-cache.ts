import { LRUCache } from 'lru-cache';
import type { Release } from '../release/release.ts';
import { SEARCH } from '../site/addresses.ts';
import { readExplorerQuery } from '../site/explorer/query.ts';
import type { Rendered } from './rendered-pages.ts';

/** Bytes of pages. */
const MOST_KEPT = 32 * 2 ** 20;

/** The place of one page in the cache. */
export interface CachedPage {
	get(): Rendered | undefined;
	set(rendered: Rendered): void;
}

/**
 * Keeps results of the program explorer. They depend on the release and on what is asked for, however the address writes it,
 * and on nothing else. Those asked for least recently go first.
 */
export class ExplorerCache {
	readonly #pages = new LRUCache<string, Rendered>({
		maxSize: MOST_KEPT,
		sizeCalculation: ({ content }, key) => (content?.read().length ?? 0) + key.length,
	});

	/** The place for the page at an address; undefined where that is not the explorer. */
	at(release: Release, { pathname, search, searchParams }: URL): CachedPage | undefined {
		if (pathname !== SEARCH.address) return undefined;
		// Without a query the page says something else to search engines.
		const key = JSON.stringify([release.manifest.id, search !== '', readExplorerQuery(searchParams)]);
		return { get: () => this.#pages.get(key), set: (rendered) => void this.#pages.set(key, rendered) };
	}
}
