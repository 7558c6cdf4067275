/** Searches the site's full-text index with Pagefind. The index and Pagefind are loaded when they are first needed. */
import { compactSet, namesMeant, SHORTEST_START } from '../../search/names.ts';
import { fold, words } from '../../search/text.ts';
import { DOCUMENTATION } from '../addresses.ts';
import type { TextMeta } from '../directory/text-record.ts';
import { withoutEnding } from './record-text.ts';
import { Spelling } from './spelling.client.ts';
import { type Found, openParts, type Result, searchParts, type TextIndex } from './text-parts.client.ts';
import { SAMPLE, TEXT_PARTS, type TextParts } from './text-parts.ts';

/** The search result fields that this site uses. */
export interface TextMatch {
	readonly url: string;
	readonly meta: TextMeta;
	/** The whole text of the page. */
	readonly content: string;
}

export interface TextMatches {
	readonly total: number;
	/** Whether there are more results than `total`. */
	readonly isLowest: boolean;
	readonly best: readonly TextMatch[];
	/** Whether the results contain every searched word, perhaps with another ending. */
	readonly isSure: boolean;
}

/** A corrected query, and its results. */
export interface Corrected {
	readonly query: string;
	readonly answers: TextMatches;
}

const BEST = 8;
/** The maximum number of words to look up before a query is corrected. Further words are taken as unknown. */
const MOST_CHECKED = 8;
/** How long a list of parts is used, in milliseconds. Then it is loaded again, so that open pages find new records. */
const FRESH = 300_000;
/**
 * How many records may match, and in how many places, both together. If there are more, only a sample of the records is
 * searched, because a search for a word such as "the" would take seconds in a large directory.
 */
const MOST_MATCHES = 75_000;
/** An index with fewer records is always searched completely. */
const LARGE = 3000;
/** Matches queries that Pagefind treats as a phrase. */
const PHRASE = /^\s*".+"\s*$/;

export class TextSearch {
	readonly #spelling = new Spelling();
	#index: Promise<TextIndex> | undefined;
	/** The list of the parts in the index. */
	#list = '';
	#loading: Promise<TextIndex> | undefined;
	#loadedAt = 0;

	/** Loads the search engine and the index, unless they were loaded recently. Loading takes longer than a search. */
	load(): Promise<TextIndex> {
		if (this.#loading === undefined || Date.now() - this.#loadedAt > FRESH) {
			this.#loadedAt = Date.now();
			this.#loading = this.#open();
			this.#loading.catch(() => this.#forget());
		}
		return this.#loading;
	}

	async #open(): Promise<TextIndex> {
		const response = await fetch(TEXT_PARTS);
		if (!response.ok) throw new Error(`${TEXT_PARTS}: ${response.status}`);
		const list = await response.text();
		if (list !== this.#list) {
			this.#list = list;
			this.#index = openParts(JSON.parse(list) as TextParts);
		}
		return this.#index!;
	}

	#forget(): void {
		this.#list = '';
		this.#loading = undefined;
	}

	/** @throws Error when the index cannot be loaded */
	async search(query: string): Promise<TextMatches> {
		try {
			return await find(await this.load(), query);
		} catch {
			// The site may just have been rebuilt, so parts of the old index may be gone.
			this.#forget();
			return find(await this.load(), query);
		}
	}

	/** Finds the most similar query that has results. Returns undefined if there is none. */
	async correct(query: string): Promise<Corrected | undefined> {
		const index = await this.load();
		const searched = [...new Set(words(fold(query)))].slice(0, MOST_CHECKED);
		const found = await Promise.all(searched.map((word) => findWords(index, word)));
		const known = new Set(searched.filter((_, place) => found[place]!.isSure));
		for (const near of await this.#spelling.near(query, known)) {
			const answers = await find(index, near);
			if (answers.isSure) return { query: near, answers };
		}
		return undefined;
	}
}

/**
 * Searches for the words of the query, and for names that the query can mean: `acme mail` finds AcmeMail too. Programs
 * with such a name come first.
 */
async function find(index: TextIndex, query: string): Promise<TextMatches> {
	const text = fold(query);
	const names = PHRASE.test(query) ? [] : namesMeant(text);
	const others = names.filter((name) => name !== text);
	const [found, ...meant] = await Promise.all([query, ...others].map((one) => findWords(index, one)));
	const rank = (match: TextMatch) => nameRank(match, names);
	const named = meant.flatMap(({ best }) => best).filter((match) => rank(match) < UNNAMED);
	if (!found!.isSure && named.length === 0) return found!;
	const all = found!.isSure ? [...named, ...found!.best] : named;
	const best = [...new Map(all.map((match) => [match.url, match])).values()]
		.sort((a, b) => rank(a) - rank(b))
		.slice(0, BEST);
	const total = found!.isSure ? found!.total : 0;
	return { total: Math.max(total, best.length), isLowest: found!.isLowest, best, isSure: true };
}

/** The rank of a page whose names are not meant by the query. */
const UNNAMED = 3;

/**
 * Ranks a page by its names. The ranks are for a page whose title is one of the compact names, then one with such
 * another name, then one with a name that starts with the whole query, the shortest such name first. Documentation keeps
 * its place.
 */
function nameRank({ url, meta: { title, names = '' } }: TextMatch, meant: readonly string[]): number {
	if (url.startsWith(DOCUMENTATION.address)) return UNNAMED;
	const [main] = compactSet([title]);
	const all = compactSet([title, ...names.split('\n')]);
	if (main !== undefined && meant.includes(main)) return 0;
	if (meant.some((name) => all.has(name))) return 1;
	const [whole] = meant;
	if (whole === undefined || whole.length < SHORTEST_START) return UNNAMED;
	const starting = [...all].filter((name) => name.startsWith(whole));
	return UNNAMED - Math.max(0, ...starting.map((name) => whole.length / name.length));
}

async function findWords(index: TextIndex, query: string): Promise<TextMatches> {
	const isLarge = sum(index.map(({ part }) => part.records)) >= LARGE;
	const sample = isLarge ? await searchParts(index, query, true) : [];
	const matches = sum(sample.flatMap(({ results }) => results.map(({ words }) => 1 + words.length)));
	const isLowest = matches * SAMPLE > MOST_MATCHES;
	const found = isLowest ? sample : await searchParts(index, query, false);
	const searched = words(fold(query));
	const { parts, isSure } = await surest(found, PHRASE.test(query) ? [] : searched);
	const best = await Promise.all(
		parts
			.flatMap(({ results }) => results.slice(0, BEST))
			.sort((a, b) => b.score - a.score)
			.slice(0, BEST)
			.map(load),
	);
	return {
		total: isLowest
			? Math.floor(sum(parts.map(({ lowest }) => lowest)) / 100) * 100
			: sum(parts.map(({ results }) => results.length)),
		isLowest,
		best: best.sort((a, b) => lateness(a, searched) - lateness(b, searched)),
		isSure,
	};
}

/**
 * Leaves out the parts that do not contain the searched words. In such a part, Pagefind shortens a word until it knows
 * the remaining letters: "notoin" finds "not". If no part contains all words, returns all parts with results.
 */
async function surest(found: readonly Found[], searched: readonly string[]) {
	const parts = found.filter(({ results }) => results.length > 0);
	const best = await Promise.all(parts.map(({ results }) => load(results[0]!)));
	const sure = parts.filter((_, index) => contains(best[index]!, searched));
	return sure.length > 0 ? { parts: sure, isSure: true } : { parts, isSure: false };
}

const load = (result: Result) => result.data() as Promise<TextMatch>;

/** Whether a record contains all words, perhaps with other endings. */
function contains({ meta, content }: TextMatch, searched: readonly string[]): boolean {
	const text = fold([content, ...Object.values(meta)].join(' '));
	return searched.map(withoutEnding).every((word) => text.includes(word));
}

const sum = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Returns 1 if a result must come after the others, otherwise 0. A documentation page comes after other pages unless a
 * word of its title starts with a searched word. The reason is that guides use words such as "commission" too.
 */
function lateness({ url, meta }: TextMatch, searched: readonly string[]): number {
	if (!url.startsWith(DOCUMENTATION.address)) return 0;
	const inTitle = words(fold(meta.title));
	return searched.some((word) => inTitle.some((other) => other.startsWith(word))) ? 0 : 1;
}
