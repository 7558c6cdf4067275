/** Identifies a release by a hash of all the content that it serves to visitors and API clients. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FILES } from './layout.ts';
import { readManifest } from './manifest.ts';
import { PackStore, packFiles } from './pack-store.ts';
import { SiteStore } from './site-store.ts';

/**
 * Hashes all pages and files of the website, all responses, lists and exported files of the API, and the program index.
 * Two releases with the same hash serve the same content, even if they were built in different ways. Hashing a release
 * with 100,000 programs takes a few seconds.
 */
export async function contentRoot(release: string): Promise<string> {
	const hash = createHash('sha256');
	using packs = new PackStore(packFiles(release, await readManifest(release)));
	for (const [path, { tag }] of new SiteStore(packs).files()) hash.update(`${path} ${tag}\n`);
	for (const file of [FILES.api, FILES.index]) {
		await pipeline(createReadStream(join(release, file)), hash, { end: false });
	}
	return hash.digest('hex');
}
