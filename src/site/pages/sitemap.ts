import type { Directory } from '../directory.ts';
import { type SitemapEntry, type SitemapPart, sitemapParts } from '../machine-readable/sitemap.ts';
import { CONTENT_PAGES } from './content-pages.ts';
import type { PageType } from './page-type.ts';

/** A sitemap lists pages, or the other sitemaps. */
export interface SitemapView {
	readonly entries: readonly SitemapEntry[];
}

/** The sitemap that lists the others. */
export const sitemapIndex: PageType<SitemapView> = {
	route: '/sitemap.xml',
	pages: (directory) => [
		{
			address: '/sitemap.xml',
			view: () => ({ entries: partsOf(directory).map(({ address, lastmod }) => ({ address, lastmod })) }),
		},
	],
};

export const sitemapFiles: PageType<SitemapView> = {
	route: '/sitemaps/[part].xml',
	*pages(directory) {
		for (const { address, entries } of partsOf(directory)) yield { address, view: () => ({ entries }) };
	},
};

const parts = new WeakMap<Directory, SitemapPart[]>();

function partsOf(directory: Directory): SitemapPart[] {
	const known = parts.get(directory) ?? sitemapParts(entriesOf(directory));
	parts.set(directory, known);
	return known;
}

function* entriesOf(directory: Directory): Generator<SitemapEntry> {
	for (const type of CONTENT_PAGES) {
		for (const { address, sitemap } of type.pages(directory)) if (sitemap) yield { address, lastmod: sitemap.lastmod };
	}
}
