/** The program search. It filters, sorts, counts and paginates programs, using columns in memory. */
import type { Expectation } from '../catalog/estimate.ts';
import { nearWords } from '../shared/near-words.ts';
import { once } from '../shared/once.ts';
import { type Bitset, members, wordsFor } from './bitset.ts';
import { EstimateRanks } from './estimate-ranks.ts';
import { countNumbers, countTerms, type Facets, placesToList } from './facets.ts';
import {
	COUNTED_FILTER_NAMES,
	type CountedFilterName,
	type FilterName,
	OPEN_FILTER_NAMES,
	rangeFilters,
} from './filter-names.ts';
import { FILTERS } from './filters.ts';
import type { Understood, WordMatches } from './intent/understood.ts';
import { NameIndex } from './name-index.ts';
import { NameRanks } from './name-ranks.ts';
import { NUMBER_COLUMN_NAMES, NUMBER_COLUMNS } from './number-columns.ts';
import { ORDER_NAMES, type OrderName, RELEVANCE, SortOrder } from './order.ts';
import { type Narrowing, ProgramMatcher } from './program-matcher.ts';
import type { ProgramSet } from './program-set.ts';
import type { Sections } from './sections.ts';
import { type KnownWords, MOST_TYPOS, nearNames, nearTexts } from './suggest.ts';
import { foldedText } from './text.ts';
import { type UnknownValue, unknownValues } from './unknown-values.ts';
import { WordIndex } from './word-index.ts';

export interface Query extends Narrowing {
	/**
	 * The order. The default is the order of `compareDefault`. `relevance` ranks by what matches `q`, best first (see
	 * `NameRanks`), or without `q` by how similar programs are to the one of the filter `similar_to`. It has no effect
	 * without either. An `Expectation` ranks by what the programs would pay.
	 */
	readonly sort?: OrderName | typeof RELEVANCE.name | Expectation | undefined;
	/** The number of matches to skip, and the maximum number to return. */
	readonly offset: number;
	readonly limit: number;
}

/** Returns the programs that match if some filters are left out. The next call can overwrite the result. */
type MatchingWithout = (left: readonly FilterName[]) => Bitset;

export interface Matches {
	/** The number of all matching programs. */
	readonly total: number;
	/** The numbers of the programs of this page, in order. */
	readonly page: readonly number[];
	/** How the words of a search by intent match. Absent for other searches. */
	readonly words?: WordMatches;
}

export class ProgramIndex {
	/** The number of programs. The programs are numbered 0 to count - 1 in the default order. */
	readonly count: number;
	readonly #matcher: ProgramMatcher;
	/** The positions of the terms in their table, most common term first. */
	readonly #places: ReadonlyMap<CountedFilterName, readonly number[]>;
	readonly #orders: ReadonlyMap<OrderName, SortOrder>;
	readonly #words: WordIndex;
	/** The words of facts that the search does not cover. */
	readonly #factWords: WordIndex;
	readonly #names: NameIndex;
	readonly #ranks: NameRanks;
	readonly #estimates: () => EstimateRanks;
	/** A buffer that all searches reuse. */
	readonly #scratch: Bitset;

	/** Reads the sections that `buildIndex` made. */
	constructor(sections: Sections) {
		const count = sections.count![0]!;
		this.count = count;
		this.#words = new WordIndex(sections, 'word', count);
		this.#factWords = new WordIndex(sections, 'fact-word', count);
		this.#names = new NameIndex(sections, count);
		this.#ranks = new NameRanks(sections, this.#names, count);
		// The estimate ranks are made when a search first needs them, so that the server pauses for less time when it opens
		// a release.
		this.#estimates = once(() => new EstimateRanks(sections));
		this.#matcher = new ProgramMatcher(sections, { count, words: this.#words, names: this.#names });
		this.#places = new Map(
			COUNTED_FILTER_NAMES.map((name) => [name, placesToList(FILTERS[name], this.#matcher.tableOf(name), count)]),
		);
		this.#orders = new Map(ORDER_NAMES.map((sort) => [sort, new SortOrder(sections[`order.${sort}`] as Uint32Array)]));
		this.#scratch = new Uint32Array(wordsFor(count));
	}

	/** Returns one page of the matching programs, in order, and the number of all matches. */
	search(query: Query): Matches {
		const { q, sort, offset, limit } = query;
		const matching = this.#matcher.match(query);
		const total = matching.size;
		if (offset >= total) return { total, page: [] };
		const count = Math.min(limit, total - offset);
		if (typeof sort === 'object') {
			return { total, page: this.#estimates().page(sort, matching.bits, offset, count) };
		}
		if (sort !== RELEVANCE.name) return { total, page: this.#page(matching, sort, offset, count) };
		const text = foldedText(q);
		if (text === '' && query.filters?.similar_to !== undefined) {
			const similar = [...this.#matcher.similarTo(query.filters.similar_to)].filter((number) => matching.has(number));
			return { total, page: similar.slice(offset, offset + count) };
		}
		if (text === '') return { total, page: this.#page(matching, undefined, offset, count) };
		return { total, page: this.#ranks.page(text, matching.bits, offset, count) };
	}

	/** Finds the words of a text that stand for filters. */
	understand(q: string): Understood {
		return { filters: [], words: q };
	}

	/** Counts the programs that would match each value of each filter. */
	facets(query: Narrowing): Facets {
		const matchingWithout = this.#matchingWithout(query);
		const numbers = NUMBER_COLUMN_NAMES.map((name) => [
			name,
			countNumbers(this.#matcher.rangeOf(name), NUMBER_COLUMNS[name].steps, matchingWithout(rangeFilters(name))),
		]);
		return { terms: this.#countTerms(COUNTED_FILTER_NAMES, matchingWithout), numbers: Object.fromEntries(numbers) };
	}

	/** Like the `terms` of `facets`, for some filters only. */
	termFacets<N extends CountedFilterName>(query: Narrowing, names: readonly N[]): Pick<Facets['terms'], N> {
		return this.#countTerms(names, this.#matchingWithout(query));
	}

	#countTerms<N extends CountedFilterName>(
		names: readonly N[],
		matchingWithout: MatchingWithout,
	): Pick<Facets['terms'], N> {
		const counts = names.map((name) => [
			name,
			countTerms(FILTERS[name], this.#matcher.tableOf(name), this.#places.get(name)!, matchingWithout([name])),
		]);
		return Object.fromEntries(counts);
	}

	/** Returns a function that returns the programs that match if some filters are left out. */
	#matchingWithout(query: Narrowing): MatchingWithout {
		const { filters = {} } = query;
		const matching = this.#scratch;
		matching.set(this.#matcher.match(query).bits);
		return (left) => {
			if (left.every((name) => filters[name] === undefined)) return matching;
			const others = { ...filters, ...Object.fromEntries(left.map((name) => [name, undefined])) };
			return this.#matcher.match({ ...query, filters: others }).bits;
		};
	}

	/**
	 * Returns the text most similar to `q` that is the name of a program or has known words in place of unknown ones, and has
	 * matches with the same filters and slugs. Only words of names, categories, tags and networks are suggested. Words that
	 * occur anywhere in the directory stay as they are. Returns undefined if any program matches `q` without the filters and
	 * slugs.
	 */
	suggest({ q, filters, slugs }: Narrowing): string | undefined {
		if (q === undefined || this.search({ q, offset: 0, limit: 0 }).total > 0) return undefined;
		const known: KnownWords = {
			has: (word, asPrefix) => this.#words.has(word, asPrefix) || this.#factWords.has(word, asPrefix),
			near: (word, asPrefix) => [
				...this.#ranks.topicWords.near(word, asPrefix),
				...nearWords(this.#matcher.tableOf('tracking_platform'), word, asPrefix, MOST_TYPOS),
			],
		};
		const texts = [...nearNames(q, known, this.#names), ...nearTexts(q, known)];
		return texts.find((text) => this.search({ q: text, filters, slugs, offset: 0, limit: 0 }).total > 0);
	}

	/** Returns the values of filters that no program has. */
	unknownValues({ filters = {} }: Pick<Query, 'filters'>): UnknownValue[] {
		const names = (Object.keys(filters) as FilterName[]).filter((name) => OPEN_FILTER_NAMES.has(name));
		return names.flatMap((name) =>
			unknownValues(name, [filters[name] ?? []].flat().map(String), this.#matcher.tableOf(name)),
		);
	}

	/** Returns `limit` of the matching programs, starting at `offset`, in order. */
	#page(matching: ProgramSet, sort: OrderName | undefined, offset: number, limit: number): number[] {
		if (sort === undefined) return members(matching.bits, offset, limit);
		return this.#orders.get(sort)!.page(matching, offset, limit, this.#scratch);
	}
}
