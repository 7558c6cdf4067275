/** Checks the folder of releases after commands were killed or ran at the same time. */
import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { releaseFolder, releasesFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { packFiles } from '../../src/release/pack-store.ts';
import { listReleases } from '../../src/release/publish.ts';
import { verifyRelease } from '../../src/release/verify.ts';
import { packsIn } from './packs-in.ts';
import { siteHashes } from './site-hashes.ts';

/** Checks that every kept release can be opened, and reads every file of the current website. */
export async function expectWholeReleases(out: string): Promise<void> {
	for (const id of listReleases(out)) await verifyRelease(releaseFolder(out, id));
	expect((await siteHashes(out)).size).toBeGreaterThan(10);
}

/**
 * Checks that there are no unfinished files, and that the folder of packs contains exactly the packs that the releases
 * list.
 */
export async function expectNoLeftovers(out: string): Promise<void> {
	expect(readdirSync(releasesFolder(out)).filter((name) => name.startsWith('.'))).toEqual([]);
	const folders = listReleases(out).map((id) => releaseFolder(out, id));
	const lists = folders.map(async (folder) => packFiles(folder, await readManifest(folder)));
	expect(new Set(packsIn(out))).toEqual(new Set((await Promise.all(lists)).flat()));
}
