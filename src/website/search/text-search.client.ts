/** Searches the site's full-text index with Pagefind. Pagefind is loaded when it is first needed. */
import { fold, words } from '../../search/text.ts';
import { DOCUMENTATION } from '../addresses.ts';
import type { TextMeta } from '../directory/text-record.ts';

/** The search result fields that this site uses. */
export interface TextMatch {
	readonly url: string;
	readonly meta: TextMeta;
	/** The whole text of the page. */
	readonly content: string;
}

/** The best results, and the number of all results. */
export interface TextMatches {
	readonly total: number;
	readonly best: readonly TextMatch[];
}

/** The part of Pagefind that is used here. Pagefind searches in a worker. */
interface Pagefind {
	init(): Promise<void>;
	search(words: string): Promise<{ readonly results: readonly { data(): Promise<TextMatch> }[] }>;
}

const MODULE = '/pagefind/pagefind.js';
const OPTIONS = {
	ranking: {
		// A low value, so that programs with many reviews do not rank lower because their text is longer.
		pageLength: 0.1,
		metaWeights: { title: 10, pays: 0, terms: 0, cookie: 0, programs: 0 },
	},
} as const;
/**
 * How long a loaded index is used, in milliseconds. An older index is loaded again, because Pagefind treats the missing
 * parts of an outdated index as empty.
 */
const FRESH = 300_000;
const BEST = 8;

export class TextSearch {
	#pagefind: Promise<Pagefind> | undefined;
	#loadedAt = 0;

	/** Loads the search engine, unless it was loaded recently. Loading takes longer than a search. */
	load(): Promise<Pagefind> {
		if (Date.now() - this.#loadedAt > FRESH) this.#pagefind = undefined;
		if (this.#pagefind === undefined) {
			this.#loadedAt = Date.now();
			this.#pagefind = start();
			this.#pagefind.catch(() => {
				this.#pagefind = undefined;
			});
		}
		return this.#pagefind;
	}

	/**
	 * Searches the index.
	 *
	 * @throws Error when the index cannot be loaded
	 */
	async search(query: string): Promise<TextMatches> {
		const pagefind = await this.load();
		try {
			return await find(pagefind, query);
		} catch {
			// The site may just have been rebuilt, so parts of the old index may be gone.
			this.#pagefind = undefined;
			return find(await this.load(), query);
		}
	}
}

async function start(): Promise<Pagefind> {
	const { createInstance }: { createInstance(options: typeof OPTIONS): Pagefind } = await import(
		/* @vite-ignore */ MODULE
	);
	const pagefind = createInstance(OPTIONS);
	await pagefind.init();
	return pagefind;
}

async function find(pagefind: Pagefind, query: string): Promise<TextMatches> {
	// Pagefind would search for quoted words as a phrase, but the index does not contain the positions of words.
	const { results } = await pagefind.search(query.replaceAll('"', ' '));
	const best = await Promise.all(results.slice(0, BEST).map((result) => result.data()));
	const searched = words(fold(query));
	return { total: results.length, best: best.sort((a, b) => lateness(a, searched) - lateness(b, searched)) };
}

/**
 * Returns 1 if a result must come after the others, otherwise 0. A documentation page comes after other pages unless a
 * word of its title starts with a searched word. The reason is that guides use words such as "commission" too.
 */
function lateness({ url, meta }: TextMatch, searched: readonly string[]): number {
	if (!url.startsWith(DOCUMENTATION.address)) return 0;
	const inTitle = words(fold(meta.title));
	return searched.some((word) => inTitle.some((other) => other.startsWith(word))) ? 0 : 1;
}
