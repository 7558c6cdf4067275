/** Compares what visitors and API clients can see of releases. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { apiFile } from './api-database.ts';
import { ApiStore } from './api-store.ts';
import { FILES } from './layout.ts';
import { readManifest } from './manifest.ts';
import { PackStore, packFiles } from './pack-store.ts';

export interface ReleaseDifference {
	readonly added: readonly string[];
	readonly removed: readonly string[];
	readonly changed: readonly string[];
}

/** Lists the API paths, such as `/programs/acme`, and the page addresses at which the releases differ. */
export async function diffReleases(
	before: string,
	after: string,
): Promise<{ readonly records: ReleaseDifference; readonly pages: ReleaseDifference }> {
	const [old, now] = await Promise.all([tagsIn(before), tagsIn(after)]);
	return { records: difference(old.records, now.records), pages: difference(old.pages, now.pages) };
}

/** Returns the tags of a release's API responses, by path, and of its pages, by address. */
async function tagsIn(release: string) {
	using packs = new PackStore(packFiles(release, await readManifest(release)));
	using api = new ApiStore(apiFile(release));
	const isPage = (path: string) => path.endsWith('/index.html') || path === 'index.html';
	const pages = packs.entries().filter(([path]) => isPage(path));
	return {
		records: api.tags(),
		pages: new Map(pages.map(([path, { tag }]) => [`/${path.replace(/index\.html$/, '')}`, tag])),
	};
}

function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): ReleaseDifference {
	return {
		added: [...after.keys()].filter((key) => !before.has(key)).sort(),
		removed: [...before.keys()].filter((key) => !after.has(key)).sort(),
		changed: [...after].flatMap(([key, value]) => (before.has(key) && before.get(key) !== value ? [key] : [])).sort(),
	};
}

/**
 * Hashes all pages and files of the website, all responses, lists and exported files of the API, and the program index.
 * Two releases with the same hash serve the same content, even if they were built in different ways. Hashing a release
 * with 100,000 programs takes a few seconds.
 */
export async function contentRoot(release: string): Promise<string> {
	const hash = createHash('sha256');
	using packs = new PackStore(packFiles(release, await readManifest(release)));
	for (const [path, { tag }] of packs.entries()) hash.update(`${path} ${tag}\n`);
	for (const file of [FILES.api, FILES.index]) {
		await pipeline(createReadStream(join(release, file)), hash, { end: false });
	}
	return hash.digest('hex');
}
