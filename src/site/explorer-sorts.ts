/** The orders that a list of programs can be put into, as the site names and links them. */
import { SORT_NAMES, SORTS, type SortName } from '../search/order.ts';
import { type ExplorerValues, explorerAddress } from './explorer-query.ts';

/** The choices of "Sort by"; the first is what one gets without choosing. */
export const SORT_CHOICES: readonly { readonly value: string; readonly label: string }[] = [
	{ value: '', label: 'Featured first' },
	...SORT_NAMES.map((value) => ({ value, label: SORTS[value].meaning })),
];

/** What a column's heading links to, and what it says of the order that the list is in. */
export interface ColumnSort {
	readonly address: string;
	readonly direction: 'ascending' | 'descending' | undefined;
}

/**
 * The sort of a column that is in one of some orders, or in none.
 *
 * @param sorts what the heading goes through, one with each click
 */
export function columnSort(sorts: readonly SortName[], values: ExplorerValues): ColumnSort {
	const current = sorts.indexOf(values.sort as SortName);
	return {
		address: explorerAddress({ ...values, sort: sorts[(current + 1) % sorts.length]! }),
		direction: current === -1 ? undefined : SORTS[sorts[current]!].direction,
	};
}
