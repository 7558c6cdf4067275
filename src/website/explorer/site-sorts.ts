/** The sort orders of the explorer. They have the names of the API's orders. */
import { SORT_PARAMETER, type SortParameter } from '../../search/order.ts';

/**
 * The values of the `sort` parameter in the explorer's address, in the order of the list of choices. The API also has
 * orders by figures that programs need not pay.
 */
export const SITE_SORT_NAMES = [
	'trending',
	'guaranteed_desc',
	'guaranteed_asc',
	'cookie_desc',
	'rating_desc',
	'reviews_desc',
	'newest',
	'checked_desc',
	'estimate',
] as const satisfies readonly SortParameter[];

export type SiteSort = (typeof SITE_SORT_NAMES)[number];

/** The labels of the orders whose meanings in the API's documentation are too long for a list of choices. */
const LABELS: { readonly [S in SiteSort]?: string } = {
	guaranteed_desc: SORT_PARAMETER.commission_desc.meaning,
	guaranteed_asc: SORT_PARAMETER.commission_asc.meaning,
};

export function sortLabel(name: SiteSort): string {
	return LABELS[name] ?? SORT_PARAMETER[name].meaning;
}

export function isSiteSort(text: string): text is SiteSort {
	return (SITE_SORT_NAMES as readonly string[]).includes(text);
}
