import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../../src/release/layout.ts';
import { type Entry, newPackName, PackWriter, packFile } from '../../src/release/pack.ts';

/** Writes a pack into a release folder, and returns the pack's path. Null stands for a removed entry. */
export function makePack(release: string, entries: Iterable<readonly [string, Entry | null]>): string {
	mkdirSync(join(release, FILES.packs), { recursive: true });
	const file = packFile(release, newPackName());
	const pack = new PackWriter(file);
	for (const [path, entry] of entries) {
		if (entry === null) pack.remove(path);
		else pack.add(path, entry);
	}
	pack.finish();
	return file;
}
