/**
 * The sort orders of the explorer: those of the API, and two more. In the orders by commission, two kinds of programs
 * come after the others: those that may pay less than their published figure, and those that pay it only for the first
 * sale.
 */
import { ORDERS, type OrderName, SORT_NAMES, type SortName } from '../../search/order.ts';

/** The value of the `sort` parameter in the explorer's address. */
export type SiteSort = SortName | 'checked_desc' | 'estimate';

/** The orders that the explorer uses in place of some of the API's orders. */
const REPLACED: { readonly [S in SortName]?: OrderName } = {
	commission_desc: 'pays_most',
	commission_asc: 'pays_least',
};

interface SortOfSite {
	/** The name of an order of the program index, or `estimate` to sort by the visitor's estimated earnings. */
	readonly order: OrderName | 'estimate';
	readonly meaning: string;
	readonly direction: 'ascending' | 'descending';
}

export const SITE_SORTS = {
	...Object.fromEntries(SORT_NAMES.map((name) => [name, sortBy(REPLACED[name] ?? name)])),
	checked_desc: sortBy('checked'),
	estimate: { order: 'estimate', meaning: 'Highest estimated earnings first', direction: 'descending' },
} as { readonly [S in SiteSort]: SortOfSite };

function sortBy(order: OrderName): SortOfSite {
	const { meaning, direction } = ORDERS[order];
	return { order, meaning, direction };
}

export const SITE_SORT_NAMES = Object.keys(SITE_SORTS) as SiteSort[];
