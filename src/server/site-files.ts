/** The files of the website: looked up in a release's manifest, never in the file system by a visitor's path. */
import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lookup } from 'mrmime';
import { FILES } from '../release/layout.ts';
import type { Release } from '../release/release.ts';
import type { Content } from './site-response.ts';

/** The file that a path shows: its own, or the index of its folder. */
export function fileAt(release: Release, path: string): Content | undefined {
	const file = path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);
	if (!Object.hasOwn(release.manifest.site, file)) return undefined;
	const place = join(release.folder, FILES.site, file);
	const { hash, size } = release.manifest.site[file]!;
	return { hash, type: typeOf(file), read: () => (size < LARGE ? readFileSync(place) : readShared(place, hash)) };
}

/** Files of this size, in bytes, are worth sharing. */
const LARGE = 65_536;
/** Large files that are being sent, by their hash. */
const sent = new Map<string, WeakRef<Buffer>>();

/** Reads a file, or takes the copy that is being sent to someone else: many slow clients need no more memory than one. */
function readShared(place: string, hash: string): Buffer {
	const known = sent.get(hash)?.deref();
	if (known !== undefined) return known;
	for (const [other, content] of sent) if (content.deref() === undefined) sent.delete(other);
	const content = readFileSync(place);
	sent.set(hash, new WeakRef(content));
	return content;
}

/** What open pages of another release may still ask for: files whose names hold a hash of their content. */
const HASHED = /^\/(?:_astro|pagefind|pagefind\/(?:fragment|index|filter))\/[^/\\]+\.[^/\\.]+$/;

/**
 * Such a file of any of the releases in `folders`. Their manifests are not read: that would take longer than all that is
 * ever asked of them.
 */
export function keptFileAt(folders: readonly string[], path: string): Content | undefined {
	if (!HASHED.test(path) || path.includes('\0')) return undefined;
	const place = folders
		.map((folder) => join(folder, FILES.site, path))
		.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
	if (place === undefined) return undefined;
	const content = readFileSync(place);
	return { hash: hash('sha256', content), type: typeOf(path), read: () => content };
}

function typeOf(file: string): string {
	return lookup(basename(file)) ?? 'application/octet-stream';
}
