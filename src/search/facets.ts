/**
 * Makes the explorer's filter counts. The count of a filter value is the number of programs that would match it, given
 * the text and all other filters.
 */
import type { PublishedProgram } from '../catalog/published.ts';
import type { ProgramDetail } from '../catalog/resources.ts';
import { compareText } from '../shared/text.ts';
import { type Bitset, size } from './bitset.ts';
import type { Filter, TermFilter, WordFilter } from './filter.ts';
import { COUNTED_FILTER_NAMES, type CountedFilterName, type TermFilterName } from './filter-names.ts';
import { FILTERS } from './filters.ts';
import type { WordMatches } from './intent/understood.ts';
import { NUMBER_COLUMN_NAMES, NUMBER_COLUMNS, type NumberColumn } from './number-columns.ts';
import type { RangeIndex } from './range-index.ts';
import type { TermTable } from './term-table.ts';

export interface FacetValue {
	readonly value: string;
	readonly count: number;
}

export interface NumberFacet {
	/** The number of programs with a known value that match the text and all filters on other columns. */
	readonly known: number;
	/** The lowest value of any program in the directory; null if no program has one. */
	readonly least: number | null;
	readonly most: number | null;
	/** For each of the column's `steps`, how many of the programs in `known` have at least this value. */
	readonly steps: readonly { readonly value: number; readonly count: number }[];
}

export interface Facets {
	/** Every value that any program in the directory has, the most common value first. A count can be 0. */
	readonly terms: { readonly [N in CountedFilterName]: readonly FacetValue[] };
	readonly numbers: { readonly [C in NumberColumn]: NumberFacet };
}

export interface Exploration {
	readonly total: number;
	/** The programs of the page, in order. */
	readonly programs: readonly ProgramDetail[];
	readonly facets: Facets;
	/** How the words of a search by intent match. */
	readonly words?: WordMatches | undefined;
	/**
	 * A similar text that consists of words from the directory and has matches. Undefined if there is none, or if
	 * programs match the text itself.
	 */
	readonly suggestion: string | undefined;
}

/** Returns at most `most` values with a count above 0, the highest count first. */
export function mostCommon(values: readonly FacetValue[], most: number): FacetValue[] {
	return values
		.filter(({ count }) => count > 0)
		.sort((a, b) => b.count - a.count || compareText(a.value, b.value))
		.slice(0, most);
}

/** @param places the positions of the values in `table`, in display order */
export function countTerms({ kind }: Filter, table: TermTable, places: readonly number[], set: Bitset): FacetValue[] {
	const all = kind === 'none_of' ? size(set) : 0;
	return places.map((place) => {
		const count = table.count(set, place);
		return { value: table.terms[place]!, count: kind === 'none_of' ? all - count : count };
	});
}

export function countNumbers(range: RangeIndex, steps: readonly number[], set: Bitset): NumberFacet {
	return {
		known: range.countAtLeast(set, Number.NEGATIVE_INFINITY),
		least: range.least,
		most: range.most,
		steps: steps.map((value) => ({ value, count: range.countAtLeast(set, value) })),
	};
}

/**
 * Returns the positions of the values that match any of `all` programs, by descending number of programs, then
 * alphabetically.
 */
export function placesToList({ kind }: Filter, table: TermTable, all: number): number[] {
	const sizes = table.terms.map((_, place) => (kind === 'none_of' ? all - table.size(place) : table.size(place)));
	return [...sizes.keys()].filter((place) => sizes[place]! > 0).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
}

/**
 * Returns the facets of a search without text and filters. Counts them without an index, because building an index
 * would take longer.
 */
export function allFacets(programs: readonly PublishedProgram[]): Facets {
	const terms = COUNTED_FILTER_NAMES.map((name) => [name, countAllTerms(programs, FILTERS[name])]);
	const numbers = NUMBER_COLUMN_NAMES.map((name) => [name, countAllNumbers(programs, name)]);
	return { terms: Object.fromEntries(terms), numbers: Object.fromEntries(numbers) };
}

/** Counts the programs that match each value. The values are sorted by descending count, then alphabetically. */
function countAllTerms(programs: readonly PublishedProgram[], filter: WordFilter): FacetValue[] {
	const other: Filter = filter.kind === 'none_of' ? FILTERS[filter.of as TermFilterName] : filter;
	const { terms: termsOf } = other as TermFilter;
	const counts = new Map<string, number>();
	for (const program of programs) {
		const terms = termsOf(program);
		// Most programs have only one term. Making a set for each program would take as long as all other work here.
		for (const term of terms.length > 1 ? new Set(terms) : terms) counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	const all = programs.length;
	return Array.from(counts, ([value, count]) => ({ value, count: filter.kind === 'none_of' ? all - count : count }))
		.filter(({ count }) => count > 0)
		.sort((a, b) => b.count - a.count || compareText(a.value, b.value));
}

function countAllNumbers(programs: readonly PublishedProgram[], column: NumberColumn): NumberFacet {
	const { of, steps } = NUMBER_COLUMNS[column];
	const values = Float64Array.from(programs.map(of).filter((value) => value !== null)).sort();
	return {
		known: values.length,
		least: values[0] ?? null,
		most: values.at(-1) ?? null,
		steps: steps.map((value) => ({ value, count: values.filter((other) => other >= value).length })),
	};
}
