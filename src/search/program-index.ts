/** The program search: filter, sort, count and page over columns in memory. */
import { add, type Bitset, bit, fillAll, intersect, members, size, wordsFor } from './bitset.ts';
import { countNumbers, countTerms, FACET_STEPS, type Facets, placesBySize } from './facets.ts';
import {
	FILTERS,
	type FilterName,
	type FilterValues,
	NUMBER_COLUMN_NAMES,
	type NumberColumn,
	rangeFilters,
	TERM_FILTER_NAMES,
	type TermFilterName,
} from './filters.ts';
import { NameIndex } from './name-index.ts';
import { SORT_NAMES, type SortName } from './order.ts';
import { RangeIndex } from './range-index.ts';
import type { Sections } from './sections.ts';
import { suggest } from './suggest.ts';
import { TermTable } from './term-table.ts';
import { fold, words } from './text.ts';
import { WordIndex } from './word-index.ts';

export interface Query {
	/** Search text, trimmed and not blank. */
	readonly q?: string | undefined;
	readonly filters?: FilterValues | undefined;
	/** Absent: featured programs first, then as trending. */
	readonly sort?: SortName | undefined;
	/** How many matches to pass over, and how many to return at most. */
	readonly offset: number;
	readonly limit: number;
}

export interface Matches {
	/** How many programs match in all. */
	readonly total: number;
	/** The numbers of the programs of this page, in order. */
	readonly page: readonly number[];
}

export class ProgramIndex {
	/** How many programs there are; their numbers are 0 to count - 1, in the default order. */
	readonly count: number;
	readonly #terms: ReadonlyMap<TermFilterName, TermTable>;
	/** The places of the terms in their table, those of the most programs first. */
	readonly #places: ReadonlyMap<TermFilterName, readonly number[]>;
	readonly #ranges: ReadonlyMap<NumberColumn, RangeIndex>;
	readonly #orders: ReadonlyMap<SortName, Order>;
	readonly #words: WordIndex;
	readonly #names: NameIndex;
	/** Working space, so that a search allocates nothing that grows with the directory. */
	readonly #matching: Bitset;
	readonly #found: Bitset;
	readonly #scratch: Bitset;
	readonly #numbers: Uint32Array;

	/** Reads what `buildIndex` made. */
	constructor(sections: Sections) {
		this.count = sections.count![0]!;
		this.#words = new WordIndex(sections, this.count);
		this.#names = new NameIndex(sections, this.count);
		this.#terms = new Map(
			TERM_FILTER_NAMES.map((name) => [name, new TermTable(sections, `filter.${name}`, this.count)]),
		);
		this.#places = new Map(Array.from(this.#terms, ([name, table]) => [name, placesBySize(table)]));
		this.#ranges = new Map(
			NUMBER_COLUMN_NAMES.map((name) => [name, new RangeIndex(sections[`number.${name}`] as Float64Array)]),
		);
		this.#orders = new Map(SORT_NAMES.map((sort) => [sort, orderOf(sections[`order.${sort}`] as Uint32Array)]));
		this.#matching = new Uint32Array(wordsFor(this.count));
		this.#found = new Uint32Array(wordsFor(this.count));
		this.#scratch = new Uint32Array(wordsFor(this.count));
		this.#numbers = new Uint32Array(this.count);
	}

	/** One page of the programs that match, in order, and how many match in all. */
	search({ q, filters = {}, sort, offset, limit }: Query): Matches {
		this.#match(q, filters);
		const total = size(this.#matching);
		return { total, page: offset < total ? this.#page(total, sort, offset, Math.min(limit, total - offset)) : [] };
	}

	/** How many programs would match for each value of each filter; sort and page do not matter. */
	facets({ q, filters = {} }: Pick<Query, 'q' | 'filters'>): Facets {
		this.#match(q, filters);
		const matching = this.#matching.slice();
		const matchingWithout = (own: readonly FilterName[]) => {
			if (own.every((name) => filters[name] === undefined)) return matching;
			this.#match(q, { ...filters, ...Object.fromEntries(own.map((name) => [name, undefined])) });
			return this.#matching;
		};
		const terms = TERM_FILTER_NAMES.map((name) => [
			name,
			countTerms(this.#terms.get(name)!, this.#places.get(name)!, matchingWithout([name])),
		]);
		const numbers = NUMBER_COLUMN_NAMES.map((name) => [
			name,
			countNumbers(this.#ranges.get(name)!, FACET_STEPS[name], matchingWithout(rangeFilters(name))),
		]);
		return { terms: Object.fromEntries(terms), numbers: Object.fromEntries(numbers) };
	}

	/** Where nothing matches the text: the nearest text of the directory's own words that does, under the same filters. */
	suggest({ q, filters }: Pick<Query, 'q' | 'filters'>): string | undefined {
		if (q === undefined) return undefined;
		return suggest(q, this.#words, (text) => this.search({ q: text, filters, offset: 0, limit: 0 }).total > 0);
	}

	/** Makes `#matching` hold the programs that match. */
	#match(q: string | undefined, filters: FilterValues): void {
		fillAll(this.#matching, this.count);
		for (const name of Object.keys(filters) as FilterName[]) this.#narrow(name, filters[name]);
		if (q !== undefined) this.#narrowToText(q);
	}

	#narrow(name: FilterName, value: FilterValues[FilterName]): void {
		if (value === undefined) return;
		const filter = FILTERS[name];
		if (filter.kind === 'at_least') {
			this.#ranges.get(filter.column)!.intersectAtLeast(this.#matching, value as number);
		} else if (filter.kind === 'at_most') {
			this.#ranges.get(filter.column)!.intersectAtMost(this.#matching, value as number);
		} else {
			const table = this.#terms.get(name as TermFilterName)!;
			const place = table.find(String(value));
			if (place === -1) this.#matching.fill(0);
			else table.intersect(this.#matching, place, this.#scratch);
		}
	}

	/** Full text matches, or the name contains the text (decisions, `q`). */
	#narrowToText(q: string): void {
		const text = fold(q);
		// A text of nothing but accents is no text at all.
		if (text === '') return;
		this.#words.match(words(text), this.#found, this.#scratch);
		this.#names.addMatches(text, this.#found, this.#scratch, this.#numbers);
		intersect(this.#matching, this.#found);
	}

	/** The matching programs from the `offset`-th of `total`, `limit` of them, in order. */
	#page(total: number, sort: SortName | undefined, offset: number, limit: number): number[] {
		if (sort === undefined) return this.#membersOf(this.#matching, offset, limit);
		const { programs, places } = this.#orders.get(sort)!;
		const fromEnd = total - offset - limit;
		const walk = ((Math.min(offset, fromEnd) + limit) / total) * this.count;
		if (walk > total + this.#scratch.length) {
			// Few matches far apart: mark their places in the order and read the marks.
			this.#scratch.fill(0);
			members(this.#matching, 0, total, this.#numbers);
			for (let i = 0; i < total; i++) add(this.#scratch, places[this.#numbers[i]!]!);
			return this.#membersOf(this.#scratch, offset, limit).map((place) => programs[place]!);
		}
		const backwards = fromEnd < offset;
		const [first, step] = backwards ? [this.count - 1, -1] : [0, 1];
		const skip = backwards ? fromEnd : offset;
		// Every program is written down and only a match is kept: no branch for the processor to guess wrong.
		for (let place = first, found = 0; found < skip + limit; place += step) {
			const program = programs[place]!;
			this.#numbers[found] = program;
			found += bit(this.#matching, program);
		}
		const page = Array.from(this.#numbers.subarray(skip, skip + limit));
		return backwards ? page.reverse() : page;
	}

	#membersOf(set: Bitset, offset: number, limit: number): number[] {
		return Array.from(this.#numbers.subarray(0, members(set, offset, limit, this.#numbers)));
	}
}

/** An order: the programs in it, and each program's place. */
interface Order {
	readonly programs: Uint32Array;
	readonly places: Uint32Array;
}

function orderOf(programs: Uint32Array): Order {
	const places = new Uint32Array(programs.length);
	for (let place = 0; place < programs.length; place++) places[programs[place]!] = place;
	return { programs, places };
}
