import { mkdirSync } from 'node:fs';
import { type Entry, newPackName, PackWriter, packFile, packsBeside } from '../../src/release/pack.ts';

/** Writes a pack for a release in this folder, and returns the pack's path. Null stands for a removed entry. */
export function makePack(release: string, entries: Iterable<readonly [string, Entry | null]>): string {
	mkdirSync(packsBeside(release), { recursive: true });
	const file = packFile(release, newPackName());
	const pack = new PackWriter(file);
	for (const [path, entry] of entries) {
		if (entry === null) pack.remove(path);
		else pack.add(path, entry);
	}
	pack.finish();
	return file;
}
