/**
 * What the explorer shows beside the results: for every value that a filter could take, how many programs would then
 * match, under the text and all other filters.
 */
import type { programItem } from '../catalog/views.ts';
import type { Bitset } from './bitset.ts';
import type { NumberColumn, TermFilterName } from './filters.ts';
import type { RangeIndex } from './range-index.ts';
import type { TermTable } from './term-table.ts';

/** An item of `GET /programs`. */
export type ProgramItem = ReturnType<typeof programItem>;

/** A value, and how many programs would match if it were chosen, under the text and all other filters. */
export interface FacetValue {
	readonly value: string;
	readonly count: number;
}

export interface NumberFacet {
	/** How many programs match whose number is known, under the text and all filters on other numbers and terms. */
	readonly known: number;
	/** Of all programs, whatever is asked for; null where no program has a number. */
	readonly least: number | null;
	readonly most: number | null;
	/** For some values, how many of the known are that or more. */
	readonly steps: readonly { readonly value: number; readonly count: number }[];
}

export interface Facets {
	/** Every value that any program has, those of the most programs first, also where the count is 0. */
	readonly terms: { readonly [N in TermFilterName]: readonly FacetValue[] };
	readonly numbers: { readonly [C in NumberColumn]: NumberFacet };
}

/** An answer of the explorer. */
export interface Exploration {
	readonly total: number;
	/** The programs of the page, in order. */
	readonly programs: readonly ProgramItem[];
	readonly facets: Facets;
	/** Where the text matches nothing: words of the directory that are like it, and that do match. */
	readonly suggestion: string | undefined;
}

/** The values of `NumberFacet.steps`. */
export const FACET_STEPS: { readonly [C in NumberColumn]: readonly number[] } = {
	commission_rate: [10, 20, 30, 50],
	cookie_days: [30, 60, 90, 365],
	rating_average: [3, 4, 4.5],
};

/** @param places of the values in `table`, in the order in which they are shown */
export function countTerms(table: TermTable, places: readonly number[], set: Bitset): FacetValue[] {
	return places.map((place) => ({ value: table.terms[place]!, count: table.count(set, place) }));
}

export function countNumbers(range: RangeIndex, steps: readonly number[], set: Bitset): NumberFacet {
	return {
		known: range.countAtLeast(set, Number.NEGATIVE_INFINITY),
		least: range.least,
		most: range.most,
		steps: steps.map((value) => ({ value, count: range.countAtLeast(set, value) })),
	};
}

/** The places of all values: of the most programs first, then by name. */
export function placesBySize(table: TermTable): number[] {
	const sizes = table.terms.map((_, place) => table.size(place));
	return [...sizes.keys()].sort((a, b) => sizes[b]! - sizes[a]! || a - b);
}
