import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Something at an address that is made on request. */
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
