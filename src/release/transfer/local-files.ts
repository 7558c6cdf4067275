import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FILES } from '../layout.ts';
import type { Manifest } from '../manifest.ts';
import type { ListedFile } from './publication.ts';

/**
 * Returns the paths of the files that other machines need, relative to the release folder: all files except the
 * snapshot and the warnings about it.
 */
export function pathsOf({ packs }: Pick<Manifest, 'packs'>): string[] {
	return [FILES.manifest, FILES.index, ...packs.map((name) => `${FILES.packs}/${name}.sqlite`)];
}

export async function describeFiles(folder: string, manifest: Manifest): Promise<ListedFile[]> {
	const files: ListedFile[] = [];
	for (const path of pathsOf(manifest)) {
		const file = join(folder, path);
		files.push({ path, size: statSync(file).size, sha256: await sha256Of(file) });
	}
	return files;
}

/** Returns the SHA-256 hash of a file, in hex. */
export async function sha256Of(file: string): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), hash);
	return hash.digest('hex');
}
