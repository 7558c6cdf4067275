/** The program search. It filters, sorts, counts and paginates programs, using columns in memory. */
import { once } from '../shared/once.ts';
import { add, type Bitset, has, members, wordsFor } from './bitset.ts';
import { type EstimateOrder, EstimateRanks } from './estimate-ranks.ts';
import { countNumbers, countTerms, type Facets, placesBySize } from './facets.ts';
import {
	COUNTED_FILTER_NAMES,
	type CountedFilterName,
	FILTERS,
	type FilterName,
	type FilterValues,
	rangeFilters,
	TERM_FILTER_NAMES,
	type TermFilterName,
} from './filters.ts';
import { NameIndex } from './name-index.ts';
import { NameRanks } from './name-ranks.ts';
import { NUMBER_COLUMN_NAMES, NUMBER_COLUMNS, type NumberColumn } from './number-columns.ts';
import { ORDER_NAMES, type OrderName, RELEVANCE } from './order.ts';
import { ProgramSet } from './program-set.ts';
import { RangeIndex } from './range-index.ts';
import type { Sections } from './sections.ts';
import { type KnownWords, nearNames, nearTexts } from './suggest.ts';
import { TermTable } from './term-table.ts';
import { fold, words } from './text.ts';
import { WordIndex } from './word-index.ts';

export interface Query {
	/** Search text, trimmed and not blank. */
	readonly q?: string | undefined;
	readonly filters?: FilterValues | undefined;
	/**
	 * The order. The default is the order of `compareDefault`. `relevance` ranks by what matches `q`, best first, and has
	 * no effect without `q`. See `NameRanks`. An `EstimateOrder` ranks by what the programs would pay.
	 */
	readonly sort?: OrderName | typeof RELEVANCE.name | EstimateOrder | undefined;
	/** The number of matches to skip, and the maximum number to return. */
	readonly offset: number;
	readonly limit: number;
}

export interface Matches {
	/** The number of all matching programs. */
	readonly total: number;
	/** The numbers of the programs of this page, in order. */
	readonly page: readonly number[];
}

export class ProgramIndex {
	/** The number of programs. The programs are numbered 0 to count - 1 in the default order. */
	readonly count: number;
	readonly #terms: ReadonlyMap<TermFilterName, TermTable>;
	/** The positions of the terms in their table, most common term first. */
	readonly #places: ReadonlyMap<CountedFilterName, readonly number[]>;
	readonly #ranges: ReadonlyMap<NumberColumn, RangeIndex>;
	readonly #orders: ReadonlyMap<OrderName, Order>;
	readonly #words: WordIndex;
	/** The words of facts that the search does not cover. */
	readonly #factWords: WordIndex;
	readonly #names: NameIndex;
	readonly #ranks: NameRanks;
	readonly #estimates: () => EstimateRanks;
	/** Buffers that all searches reuse, so that a search allocates little memory, even in a large directory. */
	readonly #matching: ProgramSet;
	readonly #scratch: Bitset;
	readonly #numbers: Uint32Array;

	/** Reads the sections that `updateIndex` made. */
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
		this.#terms = new Map(TERM_FILTER_NAMES.map((name) => [name, new TermTable(sections, `filter.${name}`, count)]));
		this.#places = new Map(COUNTED_FILTER_NAMES.map((name) => [name, placesBySize(this.#terms.get(name)!)]));
		this.#ranges = new Map(
			NUMBER_COLUMN_NAMES.map((name) => [
				name,
				new RangeIndex(sections[`number.${name}`] as Float64Array, sections[`number.${name}.sorted`] as Uint32Array),
			]),
		);
		this.#orders = new Map(ORDER_NAMES.map((sort) => [sort, orderOf(sections[`order.${sort}`] as Uint32Array)]));
		this.#matching = new ProgramSet(count);
		this.#scratch = new Uint32Array(wordsFor(count));
		this.#numbers = new Uint32Array(count);
	}

	/** Returns one page of the matching programs, in order, and the number of all matches. */
	search({ q, filters = {}, sort, offset, limit }: Query): Matches {
		this.#match(q, filters);
		const total = this.#matching.size;
		if (offset >= total) return { total, page: [] };
		const count = Math.min(limit, total - offset);
		if (typeof sort === 'object') {
			return { total, page: this.#estimates().page(sort, this.#matching.bits, offset, count) };
		}
		if (sort !== RELEVANCE.name) return { total, page: this.#page(total, sort, offset, count) };
		const text = foldedText(q);
		if (text === '') return { total, page: this.#page(total, undefined, offset, count) };
		return { total, page: this.#ranks.page(text, this.#matching.bits, offset, count) };
	}

	/** Counts the programs that would match each value of each filter. */
	facets({ q, filters = {} }: Pick<Query, 'q' | 'filters'>): Facets {
		this.#match(q, filters);
		const matching = this.#scratch;
		matching.set(this.#matching.bits);
		const matchingWithout = (own: readonly FilterName[]) => {
			if (own.every((name) => filters[name] === undefined)) return matching;
			this.#match(q, { ...filters, ...Object.fromEntries(own.map((name) => [name, undefined])) });
			return this.#matching.bits;
		};
		const terms = COUNTED_FILTER_NAMES.map((name) => [
			name,
			countTerms(this.#terms.get(name)!, this.#places.get(name)!, matchingWithout([name])),
		]);
		const numbers = NUMBER_COLUMN_NAMES.map((name) => [
			name,
			countNumbers(this.#ranges.get(name)!, NUMBER_COLUMNS[name].steps, matchingWithout(rangeFilters(name))),
		]);
		return { terms: Object.fromEntries(terms), numbers: Object.fromEntries(numbers) };
	}

	/**
	 * Returns the text most similar to `q` that is the name of a program or consists of words from the directory, and has
	 * matches with the same filters. Words that occur anywhere in the directory stay as they are. Returns undefined if any
	 * program matches `q` without the filters.
	 */
	suggest({ q, filters }: Pick<Query, 'q' | 'filters'>): string | undefined {
		if (q === undefined || this.search({ q, offset: 0, limit: 0 }).total > 0) return undefined;
		const known: KnownWords = {
			has: (word, asPrefix) => this.#words.has(word, asPrefix) || this.#factWords.has(word, asPrefix),
			near: (word, asPrefix) => this.#words.near(word, asPrefix),
		};
		const texts = [...nearNames(q, known, this.#names), ...nearTexts(q, known)];
		return texts.find((text) => this.search({ q: text, filters, offset: 0, limit: 0 }).total > 0);
	}

	#match(q: string | undefined, filters: FilterValues): void {
		this.#matchText(q);
		if (this.#matching.isListed && this.#matching.size === 0) return;
		const chosen = (Object.keys(filters) as FilterName[]).filter((name) => filters[name] !== undefined);
		for (const step of chosen.map((name) => this.#step(name, filters[name]!)).sort((a, b) => a.weight - b.weight)) {
			step.narrow(this.#matching);
		}
	}

	/**
	 * Fills `#matching` with the programs whose full text matches, or whose name contains the text. See decisions, `q`.
	 */
	#matchText(q: string | undefined): void {
		const text = foldedText(q);
		if (text === '') {
			this.#matching.fill();
			return;
		}
		this.#words.match(words(text), this.#matching);
		this.#names.addMatches(text, this.#matching);
	}

	#step(name: FilterName, value: NonNullable<FilterValues[FilterName]>): Step {
		const filter = FILTERS[name];
		if (filter.kind === 'term') {
			const table = this.#terms.get(name as TermFilterName)!;
			const place = table.find(String(value));
			return { weight: place === -1 ? 0 : table.weight(place), narrow: (set) => table.narrow(set, place) };
		}
		const range = this.#ranges.get(filter.column)!;
		return {
			weight: Number.POSITIVE_INFINITY,
			narrow: (set) =>
				filter.kind === 'at_least'
					? range.narrowToAtLeast(set, value as number)
					: range.narrowToAtMost(set, value as number),
		};
	}

	/** Returns `limit` of the `total` matching programs, starting at `offset`, in order. */
	#page(total: number, sort: OrderName | undefined, offset: number, limit: number): number[] {
		if (sort === undefined) return members(this.#matching.bits, offset, limit);
		const { programs, places } = this.#orders.get(sort)!;
		if (total === this.count) return Array.from(programs.subarray(offset, offset + limit));
		const fromEnd = total - offset - limit;
		const walk = ((Math.min(offset, fromEnd) + limit) / total) * this.count;
		if (walk > 2 * (total + this.#scratch.length)) {
			// The matches are few and far apart, so mark their positions in the sort order, and then read the marked
			// positions.
			this.#scratch.fill(0);
			const length = this.#matching.read(this.#numbers);
			for (let i = 0; i < length; i++) add(this.#scratch, places[this.#numbers[i]!]!);
			return members(this.#scratch, offset, limit).map((place) => programs[place]!);
		}
		const backwards = fromEnd < offset;
		const matching = this.#matching.bits;
		const page: number[] = [];
		let skip = backwards ? fromEnd : offset;
		for (let i = 0; i < this.count && page.length < limit; i++) {
			const program = programs[backwards ? this.count - 1 - i : i]!;
			if (!has(matching, program)) continue;
			if (skip > 0) skip--;
			else page.push(program);
		}
		return backwards ? page.reverse() : page;
	}
}

/** Returns the folded text. It is empty if `q` is absent or has only accents. */
function foldedText(q: string | undefined): string {
	return q === undefined ? '' : fold(q);
}

/** One filter of a search. Steps with a lower weight run first, because they leave fewer programs. */
interface Step {
	readonly weight: number;
	readonly narrow: (set: ProgramSet) => void;
}

/** A sort order: the sorted programs, and the position of each program among them. */
interface Order {
	readonly programs: Uint32Array;
	readonly places: Uint32Array;
}

function orderOf(programs: Uint32Array): Order {
	const places = new Uint32Array(programs.length);
	for (let place = 0; place < programs.length; place++) places[programs[place]!] = place;
	return { programs, places };
}
