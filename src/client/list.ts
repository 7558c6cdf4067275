import type { PageMeta, Pagination } from './types.ts';

/** A page of a list. */
export interface Page<T> {
	data: T[];
	meta: PageMeta;
	pagination: Pagination;
	/** The ID of the version of the data that the page comes from. */
	snapshot: string;
}

/** Loads a page. Also returns the query of the next page; undefined on the last one. */
type LoadPage<T> = (query: URLSearchParams) => Promise<{ page: Page<T>; next: URLSearchParams | undefined }>;

/**
 * A list with pages. `await` gives one page, and `for await` all records from that page on. Nothing is requested until then.
 *
 * All pages come from the same data as the first one.
 */
export class List<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
	readonly #query: URLSearchParams;
	readonly #most: number;
	readonly #load: LoadPage<T>;

	/** @param most the maximum number of records on a page */
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

	/** All pages, starting with the requested one. They are as large as possible unless you set `per_page`. */
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
