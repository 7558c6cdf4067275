/** The website's responses to requests for which it cannot send a page or a file. */

import type { Release } from '../release/release.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import { PAGE_CACHING } from '../shared/http/site-headers.ts';
import { fileAt } from './site-files.ts';
import { plain, type SiteRequest, siteResponse } from './site-response.ts';

export const UNCACHED = 'no-store';

/** Returns the release's page for an error status. If the release has none, returns a sentence in plain text. */
export function errorPage(
	release: Release,
	request: SiteRequest,
	status: number,
	caching = status === 404 ? PAGE_CACHING : UNCACHED,
): HttpResponse {
	try {
		const page = fileAt(release, `/${status}.html`);
		if (page) return siteResponse(request, page, { status, caching });
	} catch {
		// The release is damaged, so return a sentence instead.
	}
	return sentence(status, SENTENCES[status] ?? 'This page cannot be shown at the moment.');
}

const SENTENCES: { readonly [status: number]: string } = {
	404: 'There is no page at this address.',
	410: 'This page was removed from the directory.',
};

/** Makes a plain-text response that no cache stores. */
export function sentence(status: number, text: string, headers: readonly string[] = []): ReturnType<typeof plain> {
	return plain(text, { status, caching: UNCACHED, headers });
}

/** The response when a queue of pages to render is full. */
export const BUSY = sentence(503, 'The server is busy. Try again in a few seconds.', ['Retry-After', '2']);
/** Nobody receives this response. It only sets the status in the log. nginx uses the same status in this case. */
export const CLIENT_GONE = sentence(499, 'The client closed the connection.');

export const CANNOT_BE_SAVED = sentence(
	503,
	'Your changes cannot be saved at the moment. Go back and try again in a minute. If it still fails, tell the operator of this site.',
	['Retry-After', '5'],
);

export const CANNOT_BE_READ = sentence(
	503,
	'This page cannot be shown at the moment. Try again in a minute. If it still fails, tell the operator of this site.',
	['Retry-After', '5'],
);

/** The response if no pages can be rendered, or if another version of the application built the release. */
export const CANNOT_BE_SHOWN = sentence(
	503,
	'This page cannot be shown until the website is built again. Try again in a few minutes.',
	['Retry-After', '120'],
);
