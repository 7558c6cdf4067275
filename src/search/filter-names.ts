/** The names and values of the filters. */
import { z } from 'zod';
import type { Filter, RangeFilter } from './filter.ts';
import { FILTERS } from './filters.ts';
import type { NumberColumn } from './number-columns.ts';
import * as parameter from './parameter-values.ts';

export type FilterName = keyof typeof FILTERS;

export type TermFilterName = { [N in FilterName]: (typeof FILTERS)[N]['kind'] extends 'term' ? N : never }[FilterName];

/** The names of all filters, in the order of the explorer's form. */
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

export const TERM_FILTER_NAMES = FILTER_NAMES.filter((name): name is TermFilterName => FILTERS[name].kind === 'term');

type NoneOfFilterName = {
	[N in FilterName]: (typeof FILTERS)[N]['kind'] extends 'none_of' ? N : never;
}[FilterName];

/** The names of the filters whose values the explorer lists with counts. There are too many organizations to list. */
export type CountedFilterName = Exclude<TermFilterName | NoneOfFilterName, 'organization'>;

export const COUNTED_FILTER_NAMES = FILTER_NAMES.filter(
	(name): name is CountedFilterName => name !== 'organization' && isCounted(FILTERS[name]),
);

function isCounted({ kind }: Filter): boolean {
	return kind === 'term' || kind === 'none_of';
}

/** Whether a filter compares a number. The other filters compare words. */
export function isRange(filter: Filter): filter is RangeFilter {
	return filter.kind === 'at_least' || filter.kind === 'at_most';
}

/** The names of the filters on words of programs whose values are not a closed list. */
export const OPEN_FILTER_NAMES: ReadonlySet<FilterName> = new Set(
	FILTER_NAMES.filter((name) => {
		const filter: Filter = FILTERS[name];
		return isCounted(filter) && filter.schema instanceof z.ZodString;
	}),
);

/** Returns the names of the filters that set a minimum or a maximum for a column. */
export function rangeFilters(column: NumberColumn): FilterName[] {
	return FILTER_NAMES.filter((name) => {
		const filter: Filter = FILTERS[name];
		return isRange(filter) && filter.column === column;
	});
}

/** The value of a filter. A filter on words can have several values. */
export type FilterValues = {
	readonly [N in FilterName]?: OneOrMore<z.output<(typeof FILTERS)[N]['schema']>> | undefined;
};

export type OneOrMore<T> = [T] extends [string] ? T | readonly T[] : T;

/** Whether a filter can have several values. Filters on numbers and flags have only one. */
export function canRepeat(name: FilterName): boolean {
	const filter: Filter = FILTERS[name];
	return !isRange(filter) && filter.schema !== parameter.flag;
}
