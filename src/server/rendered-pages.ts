/** Loads the code that Astro compiled from the pages, and renders pages on request. */

import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { isUnderBase } from '../api/target.ts';
import type { Release } from '../release/release.ts';
import { type Content, contentOf } from '../shared/http/content.ts';
import { decodePath, encodePath } from '../shared/http/paths.ts';
import { isPrivatePath } from '../shared/http/site-headers.ts';
import { SEARCH, SUGGESTIONS } from '../website/addresses.ts';
import { readExplorerQuery } from '../website/explorer/query.ts';
import type { FindPage, RenderedPage } from '../website/rendering/rendered-page.ts';
import type { ResponseHead } from './site-response.ts';

/**
 * Loads the code that Astro compiled from the pages. Returns undefined if the code is missing.
 *
 * @param entry the bundled `src/website/rendering/entry.ts`
 * @param siteUrl the site's public origin
 */
export async function loadPages(entry: string, siteUrl: string): Promise<FindPage | undefined> {
	if (!existsSync(entry)) return undefined;
	const { openPages }: { openPages(siteUrl: string): FindPage } = await import(pathToFileURL(entry).href);
	return openPages(siteUrl);
}

/** Loads the modules of all pages. Otherwise, each module would be loaded on the first visit to its page. */
export async function loadPageModules(entry: string): Promise<void> {
	const { loadModules }: { loadModules(): Promise<void> } = await import(pathToFileURL(entry).href);
	await loadModules();
}

/** The public pages that are rendered on request. All private pages are rendered on request too. */
const RENDERED_PATHS = [
	'/changes',
	'/changes/feed.atom',
	'/changes/terms',
	'/compare',
	'/programs/search',
	'/programs/search/suggestions',
	'/saved/rows',
];

/**
 * Whether the page at a path is rendered on request. The path may or may not end with a slash. This also works if the
 * compiled pages are missing.
 */
export function isRenderedPath(path: string): boolean {
	return isPrivatePath(`${path}/`) || RENDERED_PATHS.includes(path.replace(/\/$/, ''));
}

/** The code that Astro compiled from the pages. */
export interface CompiledPages {
	/** Finds a page that is rendered on request. Undefined until a build has made the code. */
	find: FindPage | undefined;
}

interface PageSource {
	/** The site's public origin. */
	readonly siteUrl: string;
	readonly pages: Readonly<CompiledPages>;
}

/**
 * Finds the page that is rendered on request at a path. Returns undefined if Astro would change the path because of
 * dots, slashes or encodings. Also returns undefined for the API, because the API's route is only for Astro's own
 * server. If `init` is missing, the page depends only on its address, so all visitors can get the same page.
 */
export function pageAt(path: string, query: string, { siteUrl, pages }: PageSource, init?: RequestInit) {
	if (/%|\/\//.test(path) || isUnderBase(path)) return undefined;
	const url = addressOf(siteUrl, path, query);
	return decodePath(url.pathname) === path ? pages.find?.(new Request(url, init)) : undefined;
}

export function addressOf(siteUrl: string, path: string, query: string): URL {
	return new URL(`${siteUrl}${encodePath(path)}${query}`);
}

/** Whether this version of the application built the pages of a release. */
export function pagesFit({ manifest }: Release, application: string): boolean {
	return manifest.application === application;
}

/** Headers that the server derives from the content or sets itself. */
const SERVER_HEADERS = new Set(['cache-control', 'content-length', 'content-type', 'etag', 'vary']);

/**
 * Returns the headers of a page, except `SERVER_HEADERS`, as alternating names and values. Each cookie has its own
 * header.
 */
export function furtherHeaders({ headers }: Response): string[] {
	return [...headers].filter(([name]) => !SERVER_HEADERS.has(name)).flat();
}

export interface RenderedResponse {
	readonly head: ResponseHead;
	/** The content, or undefined for an error without a body. */
	readonly content: Content | undefined;
}

/** @throws errors of the page */
export async function renderPage(page: RenderedPage, locals: App.Locals): Promise<RenderedResponse> {
	const response = await page.render(locals);
	const { status, headers } = response;
	const head = {
		status,
		// If a page lacks this header, only the visitor's own browser may cache the page.
		caching: headers.get('cache-control') ?? 'private, no-cache',
		headers: furtherHeaders(response),
	};
	const body = Buffer.from(await response.arrayBuffer());
	if (status >= 400 && body.length === 0) return { head, content: undefined };
	const [type] = (headers.get('content-type') ?? 'application/octet-stream').split(';', 1);
	return { head, content: contentOf(body, type!) };
}

/** Makes the cache of pages of the program explorer, by `explorerKey`. The least recently used pages are removed first. */
export function explorerCache(): LRUCache<string, RenderedResponse> {
	return new LRUCache({
		maxSize: 16 * 2 ** 20,
		sizeCalculation: ({ content }, key) => (content?.read().length ?? 0) + key.length,
	});
}

/**
 * Returns what a page of the explorer depends on: the release and the parsed query. Returns undefined if the address is
 * not that of the explorer's search results or suggestions.
 */
export function explorerKey({ manifest }: Release, { pathname, search, searchParams }: URL): string | undefined {
	if (pathname !== SEARCH.address && pathname !== SUGGESTIONS) return undefined;
	// A page without a query in its address has different metadata for search engines.
	return JSON.stringify([manifest.id, pathname, search !== '', readExplorerQuery(searchParams)]);
}
