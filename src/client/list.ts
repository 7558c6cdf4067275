import type { FacetValue, Pagination, SearchMeta } from './api.ts';

export interface Page<T> {
	data: T[];
	/** Only `listPrograms` has `did_you_mean`. */
	meta: SearchMeta;
	pagination: Pagination;
	/** The counts of values by the name of their filter, if you set `facets`. */
	facets?: { [filter: string]: FacetValue[] };
	/** The snapshot ID, which identifies the version of the data that the page comes from. */
	snapshot: string;
}

/** Loads a page. Returns the page and the query for the next page. On the last page, that query is undefined. */
type LoadPage<T> = (query: URLSearchParams) => Promise<{ page: Page<T>; next: URLSearchParams | undefined }>;

/**
 * A list with pages. `await` returns the requested page. `for await` returns all records, starting with that page.
 * Requests are sent only when you use one of them, and each time that you do.
 *
 * All pages come from the same version of the data as the first page, except the pages of `listChanges`.
 */
export class List<T> implements Promise<Page<T>>, AsyncIterable<T> {
	readonly [Symbol.toStringTag]: string = 'List';
	readonly #query: URLSearchParams;
	readonly #most: number;
	readonly #load: LoadPage<T>;

	/** @internal @param most the maximum number of records on a page */
	constructor(query: URLSearchParams, most: number, load: LoadPage<T>) {
		this.#query = query;
		this.#most = most;
		this.#load = load;
	}

	// biome-ignore lint/suspicious/noThenProperty: a list is a promise of one page
	then<A = Page<T>, B = never>(
		onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
		onError?: ((error: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		return this.#load(this.#query)
			.then(({ page }) => page)
			.then(onPage, onError);
	}

	catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Page<T> | B> {
		return this.then(undefined, onError);
	}

	finally(onEnd?: (() => void) | null): Promise<Page<T>> {
		return this.then().finally(onEnd);
	}

	/** Loads the requested page and all pages after it. If you do not set `per_page`, pages are as large as possible. */
	async *pages(): AsyncGenerator<Page<T>, void> {
		let query: URLSearchParams | undefined = new URLSearchParams(this.#query);
		if (!query.has('per_page')) query.set('per_page', String(this.#most));
		while (query !== undefined) {
			const { page, next }: Awaited<ReturnType<LoadPage<T>>> = await this.#load(query);
			yield page;
			query = next;
		}
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
		for await (const { data } of this.pages()) yield* data;
	}
}
