import { createHash } from 'node:crypto';
import type { Release } from '../release/release.ts';
import { pageOfMarkdown } from '../website/machine-readable/markdown-address.ts';
import { pageMarkdown } from '../website/machine-readable/page-markdown.ts';
import { fileAt } from './site-files.ts';
import type { Content } from './site-response.ts';

/** The headers of Markdown responses. Search engines must list the HTML pages instead of these responses. */
export const MARKDOWN_HEADERS = ['X-Robots-Tag', 'noindex'];

/**
 * Returns the content for a path such as `/programs/acme.md`. Its `read` converts the page to Markdown. Returns
 * undefined if there is no such page.
 *
 * @param siteUrl the site's public origin. It is used if the release does not say which origin it was built for
 * @param application the version of this application
 */
export function markdownAt(release: Release, path: string, siteUrl: string, application: string): Content | undefined {
	const address = pageOfMarkdown(path);
	const page = address === undefined ? undefined : fileAt(release, address);
	if (page === undefined) return undefined;
	const { site_url: builtFor = siteUrl } = release.manifest;
	return {
		hash: createHash('sha256').update(`${application} ${builtFor} ${page.hash} Markdown`).digest('hex'),
		type: 'text/markdown',
		read: () => Buffer.from(pageMarkdown(page.read().toString(), address!, builtFor)),
	};
}
