/** Finds the files of the website in the packs of releases, and never elsewhere in the file system. */

import { dataAt } from '../api/release-data.ts';
import type { ProgramDetail } from '../catalog/resources.ts';
import type { PackedEntry } from '../release/pack-store.ts';
import type { Release } from '../release/release.ts';
import { asFile, type Content, contentOf, mediaType, tagOf } from '../shared/http/content.ts';
import { pageOfMarkdown } from '../website/machine-readable/markdown-address.ts';
import { pageMarkdown } from '../website/machine-readable/page-markdown.ts';
import { badgeSlug } from '../website/share/address.ts';
import { programBadge } from '../website/share/badge.ts';

/** Finds the file at a path. For a path that ends with a slash, finds the `index.html` of that folder. */
export function fileAt({ site }: Release, path: string): Content | undefined {
	const file = path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);
	return contentAt(file, site);
}

interface SiteLookup {
	get(path: string): PackedEntry | undefined;
}

/**
 * Matches paths that contain a hash of the content. Browser tabs that show pages of earlier releases may still request
 * these files.
 */
const HASHED = /^\/(?:_astro|pagefind\/\w+(?:\/(?:fragment|index|filter))?)\/[^/\\]+\.[^/\\.]+$/;

/** Finds a file in the other kept releases if the path matches `HASHED`. */
export function keptFileAt(others: SiteLookup, path: string): Content | undefined {
	return HASHED.test(path) ? contentAt(path.slice(1), others) : undefined;
}

function contentAt(path: string, site: SiteLookup): Content | undefined {
	const file = site.get(path);
	if (file === undefined) return undefined;
	const { tag, encoding } = file;
	return {
		...asFile(mediaType(path)),
		tag,
		read: () => file.read(),
		...(encoding === 'br' && { readBrotli: () => file.readBody() }),
	};
}

/** Makes the badge at a path. Returns undefined if no program in the release has a badge at this path. */
export function badgeAt(release: Release, path: string): Content | undefined {
	const slug = badgeSlug(path);
	const program = slug && dataAt<ProgramDetail>(release, `/programs/${slug}`);
	return program ? contentOf(Buffer.from(programBadge(program)), 'image/svg+xml') : undefined;
}

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
		...asFile('text/markdown'),
		tag: tagOf(`${application} ${builtFor} ${page.tag} Markdown`),
		read: () => Buffer.from(pageMarkdown(page.read().toString(), address!, builtFor)),
	};
}
