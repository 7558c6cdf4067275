/** Divides a long list into pages with their own addresses. */
import { capitalized } from '../../catalog/keyword-names.ts';
import { count, number } from '../format/numbers.ts';

/** The maximum number of items on a page, for each kind of list. */
export const PER_PAGE = { programs: 25, organizations: 100, reviews: 10 } as const;

/**
 * The maximum number of pages that the build renders for a list of programs. The server renders later pages on request,
 * as search results, because few visitors open them and one new program would change all of them.
 */
export const MOST_PROGRAM_PAGES = 100;

export interface ListPage<T> {
	readonly items: readonly T[];
	/** The number of the page, counted from 1. */
	readonly number: number;
	readonly hasNext: boolean;
	/** How many items come before this page. */
	readonly offset: number;
	/** The size of the whole list. Undefined on pages that do not show it. */
	readonly whole: { readonly pages: number; readonly items: number } | undefined;
}

/**
 * Divides a list into pages. An empty list has one empty page. Only the first page contains the size of the whole list,
 * because otherwise one more item would change every page.
 *
 * @param most the maximum number of pages to return
 */
export function pagesOf<T>(items: readonly T[], size: number, most = Number.POSITIVE_INFINITY): ListPage<T>[] {
	const pages = Math.max(1, Math.ceil(items.length / size));
	return Array.from({ length: Math.min(pages, most) }, (_, index) => ({
		items: items.slice(index * size, (index + 1) * size),
		number: index + 1,
		hasNext: index + 1 < pages,
		offset: index * size,
		whole: index === 0 ? { pages, items: items.length } : undefined,
	}));
}

/** Divides a list of programs into the pages that the build renders. */
export function programPagesOf<T>(programs: readonly T[]): ListPage<T>[] {
	return pagesOf(programs, PER_PAGE.programs, MOST_PROGRAM_PAGES);
}

export function mapPage<T, U>(page: ListPage<T>, entry: (item: T) => U): ListPage<U> {
	return { ...page, items: page.items.map(entry) };
}

/**
 * Defines the addresses of a list's pages. It is either the address of the first page, ending with a slash, or a
 * function that returns the address for a page number.
 */
export type ListAddress = string | ((pageNumber: number) => string);

/** Returns the address of a page of a list: `/programs/page/2/`. */
export function pageAddress(base: ListAddress, pageNumber: number): string {
	if (typeof base === 'function') return base(pageNumber);
	return pageNumber === 1 ? base : `${base}page/${pageNumber}/`;
}

/** Returns the address of the page that follows the page at `address`. */
export function nextPage(address: string): string {
	const [, base = address, number = '1'] = /^(.*\/)page\/(\d+)\/$/.exec(address) ?? [];
	return pageAddress(base, Number(number) + 1);
}

/**
 * Returns the page numbers to show on a page: the first and last page of the list, the page itself, and the pages
 * before and after it. Each gap between the numbers is null.
 */
export function pageNumbers({ number, hasNext, whole }: ListPage<unknown>): (number | null)[] {
	const last = whole?.pages ?? (hasNext ? number + 1 : number);
	const near = [number - 1, number, number + 1].filter((page) => page > 1 && page < last);
	const shown = last === 1 ? [1] : [1, ...near, last];
	return shown.flatMap((page, index) => {
		const skipped = page - (shown[index - 1] ?? 0) - 1;
		// A gap that hides only one page would take as much space as that page's number.
		if (skipped === 1) return [page - 1, page];
		return skipped > 1 ? [null, page] : [page];
	});
}

/**
 * Describes the range of items on a page: `1–50 of 750 programs`. If the page does not contain the size of the list,
 * the result is `Programs 51–100`. If the list has only one page, the result is `12 programs`.
 */
export function pageRange({ whole, offset, items }: ListPage<unknown>, singular: string): string {
	const total = whole && count(whole.items, singular);
	if (whole?.pages === 1) return total!;
	const range = `${number(offset + 1)}–${number(offset + items.length)}`;
	return total === undefined ? `${capitalized(singular)}s ${range}` : `${range} of ${total}`;
}
