import type { PublishedProgram } from '../catalog/published.ts';
import { compareText } from '../shared/compare-text.ts';
import type { Facets, FacetValue, NumberFacet } from './facets.ts';
import type { Filter, RangeFilter, TermFilter } from './filter.ts';
import { COUNTED_FILTER_NAMES, FILTERS, type TermFilterName } from './filters.ts';
import { NUMBER_COLUMN_NAMES, NUMBER_COLUMNS, type NumberColumn } from './number-columns.ts';

/**
 * Returns the facets of a search without text and filters. Counts them without an index, because building an index
 * would take longer.
 */
export function allFacets(programs: readonly PublishedProgram[]): Facets {
	const terms = COUNTED_FILTER_NAMES.map((name) => [name, countTerms(programs, FILTERS[name])]);
	const numbers = NUMBER_COLUMN_NAMES.map((name) => [name, countNumbers(programs, name)]);
	return { terms: Object.fromEntries(terms), numbers: Object.fromEntries(numbers) };
}

/** Counts the programs that match each value. The values are sorted by descending count, then alphabetically. */
function countTerms(programs: readonly PublishedProgram[], filter: Exclude<Filter, RangeFilter>): FacetValue[] {
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

function countNumbers(programs: readonly PublishedProgram[], column: NumberColumn): NumberFacet {
	const { of, steps } = NUMBER_COLUMNS[column];
	const values = Float64Array.from(programs.map(of).filter((value) => value !== null)).sort();
	return {
		known: values.length,
		least: values[0] ?? null,
		most: values.at(-1) ?? null,
		steps: steps.map((value) => ({ value, count: values.filter((other) => other >= value).length })),
	};
}
