/** How a long list becomes pages: a slice each, with an address of its own. */
import { count, number } from './format/numbers.ts';

/** How many items a page of each kind of list shows. */
export const PER_PAGE = { programs: 25, organizations: 100, reviews: 10 } as const;

/** One page of a list. */
export interface ListPage<T> {
	readonly items: readonly T[];
	/** Counted from 1. */
	readonly number: number;
	/** The number of the last page. */
	readonly last: number;
	/** How many items come before this page. */
	readonly offset: number;
	/** How many items the whole list has. */
	readonly total: number;
}

/** The pages of a list. An empty list has one page, which is empty. */
export function pagesOf<T>(items: readonly T[], size: number): ListPage<T>[] {
	const last = Math.max(1, Math.ceil(items.length / size));
	return Array.from({ length: last }, (_, index) => ({
		items: items.slice(index * size, (index + 1) * size),
		number: index + 1,
		last,
		offset: index * size,
		total: items.length,
	}));
}

/** The value of the route parameter `[...page]`: page 1 lies at the list's own address. */
export function pageParameter(pageNumber: number): string | undefined {
	return pageNumber === 1 ? undefined : `page/${pageNumber}`;
}

/** The address of a page of the list at `base`, which ends in a slash: `/programs/page/2/`. */
export function pageAddress(base: string, pageNumber: number): string {
	return pageNumber === 1 ? base : `${base}${pageParameter(pageNumber)}/`;
}

/** The pages to link to from one of them: the first, the last and its neighbours; null stands for those left out. */
export function pageNumbers(current: number, last: number): (number | null)[] {
	const shown = Array.from({ length: last }, (_, index) => index + 1).filter(
		(page) => page === 1 || page === last || Math.abs(page - current) <= 1,
	);
	return shown.flatMap((page, index) => {
		const skipped = page - (shown[index - 1] ?? 0) - 1;
		// A gap of one page is no shorter than the page itself.
		if (skipped === 1) return [page - 1, page];
		return skipped > 1 ? [null, page] : [page];
	});
}

/** The range of items on a page: `51–100 of 750 programs`, or `12 programs` if there is only one page. */
export function pageRange(page: ListPage<unknown>, singular: string): string {
	const total = count(page.total, singular);
	return page.last === 1 ? total : `${number(page.offset + 1)}–${number(page.offset + page.items.length)} of ${total}`;
}
