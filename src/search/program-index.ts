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
import { FILLERS } from './intent/fillers.ts';
import { bestMatches, wordMatches } from './intent/found.ts';
import { IntentSearch } from './intent/intent-search.ts';
import { Lexicon } from './intent/lexicon.ts';
import { readSynonyms } from './intent/synonyms.ts';
import { Understanding } from './intent/understand.ts';
import type { Understood, WordMatches } from './intent/understood.ts';
import { NameIndex } from './name-index.ts';
import { NUMBER_COLUMN_NAMES, NUMBER_COLUMNS } from './number-columns.ts';
import { ORDER_NAMES, type OrderName, RELEVANCE, SortOrder } from './order.ts';
import { PairIndex } from './pair-index.ts';
import { type Narrowing, ProgramMatcher } from './program-matcher.ts';
import { ProgramSet } from './program-set.ts';
import { type Sections, unpackStrings } from './sections.ts';
import { addSupport } from './similar-index.ts';
import { type KnownWords, MOST_TYPOS, nearNames, nearTexts } from './suggest.ts';
import { TermTable } from './term-table.ts';
import { foldedText } from './text.ts';
import { type UnknownValue, unknownValues } from './unknown-values.ts';
import { matchWords, WordIndex } from './word-index.ts';

export interface Query extends Narrowing {
	/**
	 * The order. The default is the order of `compareDefault`. `relevance` ranks by what matches `q`, best first (see
	 * `IntentSearch`), or without `q` by how similar programs are to the one of the filter `similar_to`. It has no effect
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
	readonly words?: WordMatches | undefined;
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
	/** The words of names, categories and tags. */
	readonly #topicWords: readonly WordIndex[];
	readonly #names: NameIndex;
	readonly #intent: IntentSearch;
	readonly #estimates: () => EstimateRanks;
	readonly #understanding: () => Understanding;
	/** Buffers that all searches reuse. */
	readonly #scratch: Bitset;
	readonly #all: ProgramSet;
	readonly #others: ProgramSet;

	/** Reads the sections that `buildIndex` made. */
	constructor(sections: Sections) {
		const count = sections.count![0]!;
		this.count = count;
		const wordsIn = (name: string) => new WordIndex(sections, name, count);
		this.#words = wordsIn('word');
		this.#factWords = wordsIn('fact-word');
		const names = new NameIndex(sections, count);
		this.#names = names;
		const categories = new TermTable(sections, 'category-name', count);
		const tags = new TermTable(sections, 'tag-name', count);
		const indexes = {
			'name-word': wordsIn('name-word'),
			'tag-word': wordsIn('tag-word'),
			'category-word': wordsIn('category-word'),
			'about-word': wordsIn('about-word'),
			word: this.#words,
		};
		const { 'name-word': name, 'tag-word': tag, 'category-word': category, 'about-word': about } = indexes;
		this.#topicWords = [name, tag, category];
		// The estimate ranks are made when a search first needs them, so that the server pauses for less time when it opens
		// a release.
		this.#estimates = once(() => new EstimateRanks(sections));
		const byIntent = (text: string) => this.#intent.find(text).matching;
		this.#matcher = new ProgramMatcher(sections, { count, words: this.#words, names, byIntent });
		const lexicon = new Lexicon(sections, {
			all: this.#words,
			topics: [...this.#topicWords, about],
			tableOf: (filter) => this.#matcher.tableOf(filter),
			count,
			synonyms: readSynonyms(sections),
		});
		this.#intent = new IntentSearch({
			addSupport: (scores) => addSupport(sections, scores),
			count,
			indexes,
			aboutLengths: sections['about.lengths'] as Uint8Array,
			names,
			lexicon,
			pairs: new PairIndex(sections, count),
			topics: [categories, tags],
		});
		this.#places = new Map(
			COUNTED_FILTER_NAMES.map((name) => [name, placesToList(FILTERS[name], this.#matcher.tableOf(name), count)]),
		);
		this.#orders = new Map(ORDER_NAMES.map((sort) => [sort, new SortOrder(sections[`order.${sort}`] as Uint32Array)]));
		this.#understanding = once(() => {
			return new Understanding({
				count,
				names: this.#names,
				matcher: this.#matcher,
				categories: unpackStrings(sections['category.names']!, this.#matcher.tableOf('category').terms.length),
				matchTopics: (words, set) => matchWords(this.#topicWords, words, set, this.#others),
				matchShort: (words, set) => matchWords([...this.#topicWords, about], words, set, this.#others),
			});
		});
		this.#scratch = new Uint32Array(wordsFor(count));
		this.#all = new ProgramSet(count);
		this.#others = new ProgramSet(count);
	}

	/** Returns one page of the matching programs, in order, and the number of all matches. */
	search(query: Query): Matches {
		const { q, byIntent = false, sort, offset, limit } = query;
		const matching = this.#matcher.match(query);
		const total = matching.size;
		const text = foldedText(q);
		const isRanked = sort === RELEVANCE.name;
		if (isRanked && text === '' && query.filters?.similar_to !== undefined) {
			const similar = [...this.#matcher.similarTo(query.filters.similar_to)].filter((number) => matching.has(number));
			return { total, page: similar.slice(offset, offset + limit) };
		}
		const found = text !== '' && (byIntent || isRanked) ? this.#intent.find(text) : undefined;
		const words = byIntent && found ? wordMatches(found, matching.bits) : undefined;
		if (offset >= total) return { total, page: [], words };
		const count = Math.min(limit, total - offset);
		const page = (set: ProgramSet, offset: number, count: number) => this.#page(set, sort, offset, count);
		if (found === undefined) return { total, page: page(matching, offset, count), words };
		if (isRanked) return { total, page: bestMatches(found, matching.bits, offset, count), words };
		// In other orders too, the programs that match every word come first.
		const [all, others] = [this.#all, this.#others];
		for (const set of [all, others]) {
			set.clear();
			set.addBits(matching.bits);
		}
		all.keepBits(found.all);
		others.removeBits(found.all);
		const best = offset < all.size ? page(all, offset, Math.min(count, all.size - offset)) : [];
		if (best.length === count) return { total, page: best, words };
		return { total, page: [...best, ...page(others, Math.max(0, offset - all.size), count - best.length)], words };
	}

	/** Finds the words of a text that stand for filters. */
	understand(q: string): Understood {
		return this.#understanding().understand(q);
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
	suggest({ q, byIntent, filters, slugs }: Narrowing): string | undefined {
		if (q === undefined || this.search({ q, byIntent, offset: 0, limit: 0 }).total > 0) return undefined;
		const known: KnownWords = {
			has: (word, asPrefix) =>
				this.#words.has(word, asPrefix) ||
				this.#factWords.has(word, asPrefix) ||
				(byIntent === true && FILLERS.has(word)),
			near: (word, asPrefix) => [
				...this.#topicWords.flatMap((index) => index.near(word, asPrefix)),
				...nearWords(this.#matcher.tableOf('tracking_platform'), word, asPrefix, MOST_TYPOS),
			],
		};
		const texts = [...nearNames(q, known, this.#names), ...nearTexts(q, known)];
		return texts.find((text) => this.search({ q: text, byIntent, filters, slugs, offset: 0, limit: 0 }).total > 0);
	}

	slugOf(program: number): string {
		return this.#matcher.slugOf(program);
	}

	/** Returns the values of filters that no program has. */
	unknownValues({ filters = {} }: Pick<Query, 'filters'>): UnknownValue[] {
		const names = (Object.keys(filters) as FilterName[]).filter((name) => OPEN_FILTER_NAMES.has(name));
		return names.flatMap((name) =>
			unknownValues(name, [filters[name] ?? []].flat().map(String), this.#matcher.tableOf(name)),
		);
	}

	/** Returns `limit` of the matching programs, starting at `offset`, in order. */
	#page(matching: ProgramSet, sort: Query['sort'], offset: number, limit: number): readonly number[] {
		if (typeof sort === 'object') return this.#estimates().page(sort, matching.bits, offset, limit);
		if (sort === undefined || sort === RELEVANCE.name) return members(matching.bits, offset, limit);
		return this.#orders.get(sort)!.page(matching, offset, limit, this.#scratch);
	}
}
