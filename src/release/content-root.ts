/** Identifies a release by a hash of all the content that it serves to visitors and API clients. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BodyStore } from './body-store.ts';
import { FILES } from './layout.ts';
import { readManifest } from './manifest.ts';
import { SiteStore } from './site-store.ts';

/**
 * Hashes all pages and files of the website, all responses, lists and exported files of the API, and the program index.
 * Two releases with the same hash serve the same content, even if they were built in different ways. Hashing a release
 * with 100,000 programs takes a few seconds.
 */
export async function contentRoot(release: string): Promise<string> {
	const hash = createHash('sha256');
	const manifest = await readManifest(release);
	addSite(hash, new SiteStore(join(release, FILES.packs), manifest.packs));
	addBodies(hash, new BodyStore(join(release, FILES.bodies), manifest.bodies));
	await pipeline(createReadStream(join(release, FILES.index)), hash);
	return hash.digest('hex');
}

function addSite(hash: Hash, site: SiteStore): void {
	try {
		const files = [...site.files()].map(([path, file]) => `${path} ${file.hash}\n`);
		for (const line of files.sort()) hash.update(line);
	} finally {
		site.close();
	}
}

function addBodies(hash: Hash, bodies: BodyStore): void {
	try {
		for (const line of bodies.fingerprints()) hash.update(`${line}\n`);
	} finally {
		bodies.close();
	}
}
