/** The pages that are rendered on request: loading what Astro made of them, and rendering one. */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isPrivatePath } from '../http/private-path.ts';
import type { Answer, Content } from './site-response.ts';

/** What is rendered at an address. */
export interface RenderedPage {
	/** Whether it is a page, whose address ends in a slash; else it is a file. */
	readonly isPage: boolean;
	/** @throws whatever goes wrong in it */
	render(locals: App.Locals): Promise<Response>;
}

/** Finds what is rendered at an address; undefined when nothing is. */
export type FindPage = (request: Request) => RenderedPage | undefined;

/**
 * Loads what Astro made of the pages that are rendered on request; undefined when it is not there.
 *
 * @param entry the bundled `astro-entry.ts`
 * @param siteUrl the public address, an origin
 */
export async function loadPages(entry: string, siteUrl: string): Promise<FindPage | undefined> {
	if (!existsSync(entry)) return undefined;
	const { openPages }: { openPages(siteUrl: string): FindPage } = await import(pathToFileURL(entry).href);
	return openPages(siteUrl);
}

/**
 * Loads the modules of all pages that are rendered on request, each of which would be loaded with the first visit.
 *
 * @param entry the bundled `astro-entry.ts`
 */
export async function loadPageModules(entry: string): Promise<void> {
	const { loadModules }: { loadModules(): Promise<void> } = await import(pathToFileURL(entry).href);
	await loadModules();
}

/** The public pages that are rendered on request; private ones all are. */
const RENDERED_PATHS = ['/compare', '/programs/search'];

/** Whether a page is rendered at a path, with or without the slash at its end: known also where its pages are missing. */
export function isRenderedPath(path: string): boolean {
	return isPrivatePath(`${path}/`) || RENDERED_PATHS.includes(path.replace(/\/$/, ''));
}

/** Headers that are made of the content, or stand for themselves in an answer. */
const MADE = new Set(['cache-control', 'content-length', 'content-type', 'etag', 'vary']);

/** What else a page says in its head, names and values in turn. Cookies come one by one. */
export function furtherHeaders({ headers }: Response): string[] {
	return [...headers].filter(([name]) => !MADE.has(name)).flat();
}

export interface Rendered {
	readonly answer: Answer;
	/** Undefined for an error that says nothing. */
	readonly content: Content | undefined;
}

/** @throws whatever goes wrong in the page */
export async function renderPage(page: RenderedPage, locals: App.Locals): Promise<Rendered> {
	const response = await page.render(locals);
	const { status, headers } = response;
	const answer = {
		status,
		// What a page does not say is for whoever asked alone.
		caching: headers.get('cache-control') ?? 'private, no-cache',
		headers: furtherHeaders(response),
	};
	const body = Buffer.from(await response.arrayBuffer());
	if (status >= 400 && body.length === 0) return { answer, content: undefined };
	const content = {
		hash: hash('sha256', body),
		type: (headers.get('content-type') ?? 'application/octet-stream').split(';', 1)[0]!,
		read: () => body,
	};
	return { answer, content };
}
