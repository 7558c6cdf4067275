/**
 * Makes the explorer's filter counts. The count of a filter value is the number of programs that would match it, given
 * the text and all other filters.
 */
import type { ListedFields } from '../catalog/listed-fields.ts';
import type { programItem } from '../catalog/resources.ts';
import { compareText } from '../shared/compare-text.ts';
import { type Bitset, size } from './bitset.ts';
import type { Filter } from './filter.ts';
import type { CountedFilterName } from './filters.ts';
import type { NumberColumn } from './number-columns.ts';
import type { RangeIndex } from './range-index.ts';
import type { TermTable } from './term-table.ts';

/** An item of `GET /programs`. */
export type ProgramItem = ReturnType<typeof programItem>;

export type ExploredProgram = ProgramItem & ListedFields;

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
	readonly programs: readonly ExploredProgram[];
	readonly facets: Facets;
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
 * Returns the positions of the values that match any program, sorted by descending number of programs. Values with the
 * same number of programs are sorted alphabetically.
 *
 * @param all the number of all programs
 */
export function placesToList({ kind }: Filter, table: TermTable, all: number): number[] {
	const sizes = table.terms.map((_, place) => (kind === 'none_of' ? all - table.size(place) : table.size(place)));
	return [...sizes.keys()].filter((place) => sizes[place]! > 0).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
}
