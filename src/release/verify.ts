/** Checks that a release is complete, and makes it survive a loss of power. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { syncToDisk } from '../shared/sync-to-disk.ts';
import { FILES } from './layout.ts';
import { hasWebsite, type Manifest } from './manifest.ts';
import { packsBeside } from './pack.ts';
import { openedFiles, openRelease } from './release.ts';

/**
 * Checks a release by opening it in the same way as a server does.
 *
 * @throws Error if the release cannot be opened, or differs from its manifest
 */
export async function verifyRelease(folder: string): Promise<void> {
	const release = await openRelease(folder);
	try {
		const { total } = release.search({ offset: 0, limit: 1 });
		const { manifest, site } = release;
		const exists = (page: string) => site.get(page)?.read() !== undefined;
		const hasPages = !hasWebsite(manifest) || ['index.html', '404.html'].every(exists);
		if (total !== manifest.counts.programs || release.resource('/categories') === undefined || !hasPages) {
			throw new Error('The release differs from its manifest.');
		}
	} finally {
		release.close();
	}
}

export async function isComplete(folder: string): Promise<boolean> {
	if (!existsSync(join(folder, FILES.manifest))) return false;
	return verifyRelease(folder).then(
		() => true,
		() => false,
	);
}

/** Makes sure that a release that was just built survives a loss of power. */
export function syncRelease(folder: string, manifest: Manifest): void {
	for (const file of openedFiles(folder, manifest)) syncToDisk(file);
	syncToDisk(packsBeside(folder));
	for (const name of [FILES.snapshot, FILES.warnings, FILES.index, FILES.manifest]) syncToDisk(join(folder, name));
	syncToDisk(folder);
}
