/** The program search. It filters, sorts, counts and paginates programs, using columns in memory. */
import { once } from '../shared/once.ts';
import { add, type Bitset, has, members, wordsFor } from './bitset.ts';
import { type EstimateOrder, EstimateRanks } from './estimate-ranks.ts';
import { countNumbers, countTerms, type Facets, placesToList } from './facets.ts';
import type { Filter } from './filter.ts';
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
import { type Sections, unpackStrings } from './sections.ts';
import { type KnownWords, nearNames, nearTexts } from './suggest.ts';
import { TermTable } from './term-table.ts';
import { fold, words } from './text.ts';
import { type UnknownValue, unknownValues } from './unknown-values.ts';
import { WordIndex } from './word-index.ts';

export interface Query {
	/** Search text, trimmed and not blank. */
	readonly q?: string | undefined;
	readonly filters?: FilterValues | undefined;
	/** If given, only these programs match. Unknown slugs have no effect. */
	readonly slugs?: readonly string[] | undefined;
	/**
	 * The order. The default is the order of `compareDefault`. `relevance` ranks by what matches `q`, best first, and has
	 * no effect without `q`. See `NameRanks`. An `EstimateOrder` ranks by what the programs would pay.
	 */
	readonly sort?: OrderName | typeof RELEVANCE.name | EstimateOrder | undefined;
	/** The number of matches to skip, and the maximum number to return. */
	readonly offset: number;
	readonly limit: number;
}

/** The parts of a query that decide which programs match. */
type Narrowing = Pick<Query, 'q' | 'filters' | 'slugs'>;

/** Returns the programs that match if some filters are left out. The next call can overwrite the result. */
type MatchingWithout = (left: readonly FilterName[]) => Bitset;

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
	/** Returns the number of each program, by slug. */
	readonly #bySlug: () => ReadonlyMap<string, number>;
	/** Buffers that all searches reuse, so that a search allocates little memory, even in a large directory. */
	readonly #matching: ProgramSet;
	readonly #scratch: Bitset;
	/** Returns a buffer for the programs that match one of several values. Most searches do not need it. */
	readonly #any: () => ProgramSet;
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
		this.#bySlug = once(() => new Map(unpackStrings(sections.slugs!, count).map((slug, number) => [slug, number])));
		this.#any = once(() => new ProgramSet(count));
		this.#terms = new Map(TERM_FILTER_NAMES.map((name) => [name, new TermTable(sections, `filter.${name}`, count)]));
		this.#places = new Map(
			COUNTED_FILTER_NAMES.map((name) => [name, placesToList(FILTERS[name], this.#tableOf(name), count)]),
		);
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
	search(query: Query): Matches {
		const { q, sort, offset, limit } = query;
		this.#match(query);
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
	facets(query: Narrowing): Facets {
		const matchingWithout = this.#matchingWithout(query);
		const numbers = NUMBER_COLUMN_NAMES.map((name) => [
			name,
			countNumbers(this.#ranges.get(name)!, NUMBER_COLUMNS[name].steps, matchingWithout(rangeFilters(name))),
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
			countTerms(FILTERS[name], this.#tableOf(name), this.#places.get(name)!, matchingWithout([name])),
		]);
		return Object.fromEntries(counts);
	}

	/** Returns a function that returns the programs that match if some filters are left out. */
	#matchingWithout(query: Narrowing): MatchingWithout {
		const { filters = {} } = query;
		this.#match(query);
		const matching = this.#scratch;
		matching.set(this.#matching.bits);
		return (left) => {
			if (left.every((name) => filters[name] === undefined)) return matching;
			const others = { ...filters, ...Object.fromEntries(left.map((name) => [name, undefined])) };
			this.#match({ ...query, filters: others });
			return this.#matching.bits;
		};
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

	/** Returns the values of filters that no program has. */
	unknownValues({ filters = {} }: Pick<Query, 'filters'>): UnknownValue[] {
		return unknownValues(filters, (name) => this.#tableOf(name));
	}

	#match({ q, filters = {}, slugs }: Narrowing): void {
		this.#matchText(q);
		if (slugs !== undefined) this.#keepSlugs(slugs);
		if (this.#matching.isListed && this.#matching.size === 0) return;
		const chosen = (Object.keys(filters) as FilterName[]).filter((name) => filters[name] !== undefined);
		for (const step of chosen.map((name) => this.#step(name, filters[name]!)).sort((a, b) => a.weight - b.weight)) {
			step.narrow(this.#matching);
		}
	}

	#keepSlugs(slugs: readonly string[]): void {
		const numbers = slugs.map((slug) => this.#bySlug().get(slug)).filter((number) => number !== undefined);
		const chosen = this.#any();
		chosen.clear();
		for (const number of numbers) chosen.add(number);
		this.#matching.keepBits(chosen.bits);
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
		const filter: Filter = FILTERS[name];
		if (filter.kind === 'none_of') {
			const terms = [value].flat() as string[];
			const narrow = (set: ProgramSet) => set.removeBits(this.#withAny(this.#tableOf(name), terms));
			return { weight: Number.POSITIVE_INFINITY, narrow };
		}
		if (filter.kind === 'term') {
			const table = this.#tableOf(name);
			if (Array.isArray(value)) {
				// After the filters with one value, which leave fewer programs, and before the ranges.
				const narrow = (set: ProgramSet) => set.keepBits(this.#withAny(table, value));
				return { weight: Number.MAX_VALUE, narrow };
			}
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

	/** Returns the programs that have any of the terms. The next call overwrites the result. */
	#withAny(table: TermTable, terms: readonly string[]): Bitset {
		const any = this.#any();
		any.clear();
		for (const place of terms.map((term) => table.find(term))) if (place !== -1) table.addTo(any, place);
		return any.bits;
	}

	/** The table with the terms of a filter on words. */
	#tableOf(name: FilterName): TermTable {
		const filter: Filter = FILTERS[name];
		return this.#terms.get((filter.kind === 'none_of' ? filter.of : name) as TermFilterName)!;
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
