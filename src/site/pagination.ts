/** Divides a long list into pages with their own addresses. */
import { capitalized } from '../catalog/keyword-names.ts';
import { count, number } from './format/numbers.ts';

/** How many items a page of each list shows. */
export const PER_PAGE = { programs: 25, organizations: 100, reviews: 10 } as const;

/**
 * The build renders this many pages of a list of programs. The server renders later pages on request, as search
 * results: few visitors go there, and one new program would change all of them.
 */
export const MOST_PROGRAM_PAGES = 100;

/** One page of a list. */
export interface ListPage<T> {
	readonly items: readonly T[];
	/** The number of the page, counted from 1. */
	readonly number: number;
	/** Whether another page follows. */
	readonly hasNext: boolean;
	/** How many items come before this page. */
	readonly offset: number;
	/** The size of the whole list; undefined on a page that does not show it. */
	readonly whole: { readonly pages: number; readonly items: number } | undefined;
}

/**
 * Divides a list into pages. An empty list has one empty page. Only the first page has the size of the whole list.
 * Otherwise, one more item would change every page.
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

/** Replaces the items of a page with their entries. */
export function mapPage<T, U>(page: ListPage<T>, entry: (item: T) => U): ListPage<U> {
	return { ...page, items: page.items.map(entry) };
}

/** Where the pages of a list are: the address of the first page, which ends in a slash, or a function. */
export type ListAddress = string | ((pageNumber: number) => string);

/** The address of a page of a list: `/programs/page/2/`. */
export function pageAddress(base: ListAddress, pageNumber: number): string {
	if (typeof base === 'function') return base(pageNumber);
	return pageNumber === 1 ? base : `${base}page/${pageNumber}/`;
}

/** The address of the page after the one at `address`. */
export function nextPage(address: string): string {
	const [, base = address, number = '1'] = /^(.*\/)page\/(\d+)\/$/.exec(address) ?? [];
	return pageAddress(base, Number(number) + 1);
}

/** The pages that a page links to: the first, the last, itself and its neighbours, with null for each gap. */
export function pageNumbers({ number, hasNext, whole }: ListPage<unknown>): (number | null)[] {
	const last = whole?.pages ?? (hasNext ? number + 1 : number);
	const near = [number - 1, number, number + 1].filter((page) => page > 1 && page < last);
	const shown = last === 1 ? [1] : [1, ...near, last];
	return shown.flatMap((page, index) => {
		const skipped = page - (shown[index - 1] ?? 0) - 1;
		// A gap in place of one page would take as much space as the number of the page.
		if (skipped === 1) return [page - 1, page];
		return skipped > 1 ? [null, page] : [page];
	});
}

/**
 * The range of items on a page: `1–50 of 750 programs`, `Programs 51–100` on a page without the size of the list, or
 * `12 programs` if there is only one page.
 */
export function pageRange({ whole, offset, items }: ListPage<unknown>, singular: string): string {
	const total = whole && count(whole.items, singular);
	if (whole?.pages === 1) return total!;
	const range = `${number(offset + 1)}–${number(offset + items.length)}`;
	return total === undefined ? `${capitalized(singular)}s ${range}` : `${range} of ${total}`;
}
