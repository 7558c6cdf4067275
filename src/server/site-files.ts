/** Finds the files of the website in the packs of releases, and never elsewhere in the file system. */

import type { Release } from '../release/release.ts';
import type { SiteFile } from '../release/site-store.ts';
import { mediaType } from '../shared/http/content.ts';
import type { Content } from './site-response.ts';

/** Finds the file at a path. For a path that ends with a slash, finds the `index.html` of that folder. */
export function fileAt({ site }: Release, path: string): Content | undefined {
	const file = path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);
	return contentAt(file, site);
}

export interface SiteLookup {
	get(path: string): SiteFile | undefined;
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
	const { tag: hash, encoding } = file;
	return {
		hash,
		type: mediaType(path),
		read: () => shared(file, 'plain', () => file.read()),
		...(encoding === 'br' && { readBrotli: () => shared(file, 'br', () => file.readBody()) }),
	};
}

/** The minimum size, in bytes, of a file whose content in memory is shared by several responses. */
const LARGE = 65_536;
/** The content of large files that are being sent, by tag and form. */
const sent = new Map<string, WeakRef<Buffer>>();

/** Reads a file, or reuses the copy that is being sent to another client, so that many slow clients share one copy. */
function shared({ tag, size }: SiteFile, form: 'plain' | 'br', read: () => Buffer): Buffer {
	if (size < LARGE) return read();
	const key = `${tag} ${form}`;
	const known = sent.get(key)?.deref();
	if (known !== undefined) return known;
	for (const [other, content] of sent) if (content.deref() === undefined) sent.delete(other);
	const content = read();
	sent.set(key, new WeakRef(content));
	return content;
}
