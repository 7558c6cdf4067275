/** The sort orders of program lists, with their names and links. */
import type { Facets } from '../../search/facets.ts';
import { SORT_PARAMETER } from '../../search/order.ts';
import { type ExplorerValues, explorerAddress } from './query.ts';
import { SITE_SORT_NAMES, type SiteSort, sortLabel } from './site-sorts.ts';

/**
 * The orders by ratings, reviews and views. In a directory without reviews, each of them is offered only if it is
 * already chosen.
 */
const BY_VISITORS: readonly SiteSort[] = ['rating_desc', 'reviews_desc', 'trending'];

/** Returns the choices of "Sort by". The default order comes first. Searches have a different default order. */
export function sortChoices(
	{ q, similar_to, sort }: ExplorerValues,
	{ numbers }: Facets,
): { readonly value: string; readonly label: string }[] {
	const hasReviews = numbers.rating_average.most !== null;
	return [
		{ value: '', label: q === undefined && similar_to === undefined ? 'Featured first' : 'Best match' },
		...SITE_SORT_NAMES.filter((value) => hasReviews || value === sort || !BY_VISITORS.includes(value)).map((value) => ({
			value,
			label: sortLabel(value),
		})),
	];
}

/** The link of a column heading, and the sort direction of the column. */
interface ColumnSort {
	readonly address: string;
	/** Undefined if the list is not sorted by this column. */
	readonly direction: 'ascending' | 'descending' | undefined;
}

/** @param sorts the sort orders of the column. Each click on the heading chooses the next order in this list */
export function columnSort(sorts: readonly SiteSort[], values: ExplorerValues): ColumnSort {
	const current = sorts.indexOf(values.sort as SiteSort);
	return {
		address: explorerAddress({ ...values, sort: sorts[(current + 1) % sorts.length]! }),
		direction: current === -1 ? undefined : SORT_PARAMETER[sorts[current]!].direction,
	};
}
