/** The addresses that search engines may list, each with when what it shows last changed. */
import type { PublishedProgram } from '../../catalog/published.ts';
import {
	ABOUT_PAGES,
	CATEGORIES,
	categoryAddress,
	DOCUMENTATION,
	DOCUMENTATION_PAGES,
	HOME,
	NETWORKS,
	networkAddress,
	ORGANIZATIONS,
	organizationAddress,
	PROGRAMS,
	programAddress,
	reviewAddress,
	STATISTICS,
} from '../addresses.ts';
import type { Directory } from '../directory.ts';
import { PER_PAGE, pageAddress, pagesOf } from '../pagination.ts';

/** How many addresses one file may hold (sitemaps.org). */
const MOST_ADDRESSES = 50_000;

export interface SitemapEntry {
	readonly address: string;
	/** The newest `updated_at` of what the page shows; undefined where that has none. */
	readonly lastmod: string | undefined;
}

/** One file of the sitemap: addresses of one kind. */
export interface SitemapPart extends SitemapEntry {
	/** Of the file, without its ending. */
	readonly name: string;
	readonly entries: readonly SitemapEntry[];
}

/** @param size how many addresses a part may hold */
export function sitemapParts(directory: Directory, size = MOST_ADDRESSES): SitemapPart[] {
	const kinds = { pages, programs, categories, organizations, networks, reviews };
	return Object.entries(kinds).flatMap(([kind, entriesOf]) =>
		pagesOf(entriesOf(directory), size)
			.filter(({ items }) => items.length > 0)
			.map(({ items, number }) => ({
				name: `${kind}-${number}`,
				address: `/sitemaps/${kind}-${number}.xml`,
				lastmod: newest(items.map(({ lastmod }) => lastmod)),
				entries: items,
			})),
	);
}

function pages({ programs, reviews }: Directory): SitemapEntry[] {
	const lastmod = newest([...programs, ...reviews].map(updatedAt));
	return [
		...[HOME, CATEGORIES, NETWORKS, STATISTICS].map(({ address }) => ({ address, lastmod })),
		...[...ABOUT_PAGES, DOCUMENTATION, ...DOCUMENTATION_PAGES].map(({ address }) => ({ address, lastmod: undefined })),
	];
}

function programs({ programs, reviewsOf }: Directory): SitemapEntry[] {
	const own = programs.flatMap((program) =>
		list(programAddress(program.slug), reviewsOf(program), PER_PAGE.reviews, updatedAt, program.updated_at),
	);
	return [...programList(PROGRAMS.address, programs), ...own];
}

function categories({ categories }: Directory): SitemapEntry[] {
	return categories.flatMap(({ slug, programs }) => programList(categoryAddress(slug), programs));
}

function organizations({ organizations }: Directory): SitemapEntry[] {
	const created = (organization: Directory['organizations'][number]) => organization.created_at;
	return [
		...list(ORGANIZATIONS.address, organizations, PER_PAGE.organizations, created),
		...organizations.flatMap(({ slug, programs, created_at }) =>
			programList(organizationAddress(slug), programs, created_at),
		),
	];
}

function networks({ networks }: Directory): SitemapEntry[] {
	return networks.flatMap(({ slug, programs }) => programList(networkAddress(slug), programs));
}

function reviews({ reviews }: Directory): SitemapEntry[] {
	return reviews.map(({ id, updated_at }) => ({ address: reviewAddress(id), lastmod: updated_at }));
}

function programList(base: string, programs: readonly PublishedProgram[], own?: string): SitemapEntry[] {
	return list(base, programs, PER_PAGE.programs, updatedAt, own);
}

/** @param own when what the list belongs to was last changed itself */
function list<T>(
	base: string,
	items: readonly T[],
	size: number,
	changed: (item: T) => string,
	own?: string,
): SitemapEntry[] {
	return pagesOf(items, size).map((page) => ({
		address: pageAddress(base, page.number),
		lastmod: newest([own, ...page.items.map(changed)]),
	}));
}

const updatedAt = (record: { readonly updated_at: string }) => record.updated_at;

/** The latest of timestamps, which sort as text. */
function newest(timestamps: readonly (string | undefined)[]): string | undefined {
	return timestamps.reduce((latest, time) => (time && (!latest || time > latest) ? time : latest), undefined);
}
