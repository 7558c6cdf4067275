/** Loads the code that Astro compiled from the pages, and renders pages on request. */

import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Release } from '../release/release.ts';
import { type Content, contentOf } from '../shared/http/content.ts';
import type { HttpResponse } from '../shared/http/response.ts';
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

/** Headers that the server derives from the content or sets itself. */
const SERVER_HEADERS = new Set(['cache-control', 'content-length', 'content-type', 'etag', 'vary']);

/**
 * Returns the headers of a page, except `SERVER_HEADERS`, as alternating names and values. Each cookie has its own
 * header.
 */
function furtherHeaders({ headers }: Response): string[] {
	return [...headers].filter(([name]) => !SERVER_HEADERS.has(name)).flat();
}

export interface Rendered {
	readonly head: ResponseHead;
	/** The content, or undefined for an error without a body. */
	readonly content: Content | undefined;
}

/** @throws errors of the page */
export async function renderPage(page: RenderedPage, locals: App.Locals): Promise<Rendered> {
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

/**
 * Makes the response of a private page. The response must not be cached. It is not compressed either, because the
 * length of a compressed page would reveal the page's secrets to anyone who can add text to the page (the BREACH
 * attack).
 *
 * @returns undefined for an error without a body
 */
export async function privateResponse(page: Response, method: string): Promise<HttpResponse | undefined> {
	const { status } = page;
	const type = page.headers.get('content-type');
	const body = Buffer.from(await page.arrayBuffer());
	if (status >= 400 && body.length === 0) return undefined;
	// biome-ignore format: a name and its value on each line
	const headers = [
		'Cache-Control', 'no-store',
		'Vary', 'Cookie',
		'Content-Length', String(body.length),
		...(type === null ? [] : ['Content-Type', type === 'text/html' ? `${type}; charset=utf-8` : type]),
		...furtherHeaders(page),
	];
	return { status, headers, body: method === 'HEAD' ? null : body };
}

/** Makes the cache of pages of the program explorer, by `explorerKey`. The least recently used pages are removed first. */
export function explorerCache(): LRUCache<string, Rendered> {
	return new LRUCache({
		maxSize: 32 * 2 ** 20,
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
