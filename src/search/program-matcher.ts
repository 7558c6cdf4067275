/** Finds the programs that match a search text, filters and slugs. */
import { once } from '../shared/once.ts';
import type { Bitset } from './bitset.ts';
import type { Filter } from './filter.ts';
import { type FilterName, type FilterValues, TERM_FILTER_NAMES, type TermFilterName } from './filter-names.ts';
import { FILTERS } from './filters.ts';
import type { NameIndex } from './name-index.ts';
import { NUMBER_COLUMN_NAMES, type NumberColumn } from './number-columns.ts';
import { ProgramSet } from './program-set.ts';
import { RangeIndex } from './range-index.ts';
import { type Sections, unpackStrings } from './sections.ts';
import { similarIn } from './similar-index.ts';
import { TermTable } from './term-table.ts';
import { foldedText, words } from './text.ts';
import { matchWords, type WordIndex } from './word-index.ts';

/** The parts of a query that decide which programs match. */
export interface Narrowing {
	/** Search text, trimmed and not blank. */
	readonly q?: string | undefined;
	/** Whether to search for what the words of `q` mean. If not, for programs with every word of `q` as it is. */
	readonly byIntent?: boolean | undefined;
	readonly filters?: FilterValues | undefined;
	/** If given, only these programs match. Unknown slugs have no effect. */
	readonly slugs?: readonly string[] | undefined;
}

interface Texts {
	/** The number of programs. */
	readonly count: number;
	readonly words: WordIndex;
	readonly names: NameIndex;
	/** Returns the programs that a text finds by intent. @param text folded and not empty */
	byIntent(text: string): Bitset;
}

export class ProgramMatcher {
	readonly #words: WordIndex;
	readonly #names: NameIndex;
	readonly #byIntent: Texts['byIntent'];
	readonly #terms: ReadonlyMap<TermFilterName, TermTable>;
	readonly #ranges: ReadonlyMap<NumberColumn, RangeIndex>;
	readonly #slugs: () => readonly string[];
	readonly #sections: Sections;
	readonly #bySlug: () => ReadonlyMap<string, number>;
	/** The matches. All searches reuse it, so that a search allocates little memory, even in a large directory. */
	readonly #matching: ProgramSet;
	/** Returns a buffer for the programs that match one of several values. Most searches do not need it. */
	readonly #any: () => ProgramSet;

	/** Reads the sections that `buildIndex` made. */
	constructor(sections: Sections, { count, words, names, byIntent }: Texts) {
		this.#words = words;
		this.#byIntent = byIntent;
		this.#names = names;
		this.#terms = new Map(TERM_FILTER_NAMES.map((name) => [name, new TermTable(sections, `filter.${name}`, count)]));
		this.#ranges = new Map(
			NUMBER_COLUMN_NAMES.map((name) => [
				name,
				new RangeIndex(sections[`number.${name}`] as Float64Array, sections[`number.${name}.sorted`] as Uint32Array),
			]),
		);
		this.#slugs = once(() => unpackStrings(sections.slugs!, count));
		this.#bySlug = once(() => new Map(this.#slugs().map((slug, number) => [slug, number])));
		this.#sections = sections;
		this.#matching = new ProgramSet(count);
		this.#any = once(() => new ProgramSet(count));
	}

	/** Returns the programs that match. The next call overwrites the result. */
	match({ q, byIntent = false, filters = {}, slugs }: Narrowing): ProgramSet {
		const matching = this.#matching;
		this.#matchText(q, byIntent);
		if (slugs !== undefined) this.#keep(this.#matching, this.#numbersOf(slugs));
		if (matching.isListed && matching.size === 0) return matching;
		// A filter that is false counts as absent.
		const chosen = (Object.keys(filters) as FilterName[]).filter((name) => (filters[name] ?? false) !== false);
		for (const step of chosen.map((name) => this.#step(name, filters[name]!)).sort((a, b) => a.weight - b.weight)) {
			step.narrow(matching);
		}
		return matching;
	}

	/** Returns the table with the terms of a filter on words. */
	tableOf(name: FilterName): TermTable {
		const filter: Filter = FILTERS[name];
		return this.#terms.get((filter.kind === 'none_of' ? filter.of : name) as TermFilterName)!;
	}

	rangeOf(column: NumberColumn): RangeIndex {
		return this.#ranges.get(column)!;
	}

	slugOf(program: number): string {
		return this.#slugs()[program]!;
	}

	/** Returns the programs that are similar to those with the given slugs. The most similar one comes first. */
	similarTo(slugs: string | readonly string[]): ReadonlySet<number> {
		return similarIn(this.#sections, this.#numbersOf([slugs].flat()));
	}

	#numbersOf(slugs: readonly string[]): number[] {
		return slugs.map((slug) => this.#bySlug().get(slug)).filter((number) => number !== undefined);
	}

	#keep(set: ProgramSet, numbers: Iterable<number>): void {
		const chosen = this.#any();
		chosen.clear();
		for (const number of numbers) chosen.add(number);
		set.keepBits(chosen.bits);
	}

	/** Keeps the programs whose full text matches, or whose name contains the text. See decisions, `q`. */
	#matchText(q: string | undefined, byIntent: boolean): void {
		const text = foldedText(q);
		if (text === '') {
			this.#matching.fill();
			return;
		}
		if (byIntent) {
			this.#matching.clear();
			this.#matching.addBits(this.#byIntent(text));
			return;
		}
		matchWords([this.#words], words(text), this.#matching, this.#any());
		this.#names.addMatches(text, this.#matching);
	}

	#step(name: FilterName, value: NonNullable<FilterValues[FilterName]>): Step {
		const filter: Filter = FILTERS[name];
		if (filter.kind === 'similar') {
			return { weight: 0, narrow: (set) => this.#keep(set, this.similarTo(value as string)) };
		}
		if (filter.kind === 'none_of') {
			const terms = [value].flat() as string[];
			const narrow = (set: ProgramSet) => set.removeBits(this.#withAny(this.tableOf(name), terms));
			return { weight: Number.POSITIVE_INFINITY, narrow };
		}
		if (filter.kind === 'term') {
			const table = this.tableOf(name);
			if (Array.isArray(value)) {
				// After the filters with one value, which leave fewer programs, and before the ranges.
				const narrow = (set: ProgramSet) => set.keepBits(this.#withAny(table, value));
				return { weight: Number.MAX_VALUE, narrow };
			}
			const place = table.find(String(value));
			return { weight: place === -1 ? 0 : table.weight(place), narrow: (set) => table.narrow(set, place) };
		}
		const range = this.rangeOf(filter.column);
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
}

/** One filter of a search. Steps with a lower weight run first, because they leave fewer programs. */
interface Step {
	readonly weight: number;
	readonly narrow: (set: ProgramSet) => void;
}
