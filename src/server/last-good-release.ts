/** Finds a release to serve while the current one is damaged. */
import { readUnlockedJournal } from '../release/journal.ts';
import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { previousReleases } from '../release/previous-releases.ts';
import { openedFiles } from '../release/release.ts';
import { retryWhileLocked } from '../shared/retry-while-locked.ts';
import { folderNumber, type OpenedRelease, openForUse } from './open-for-use.ts';
import type { DamagedReleases } from './release-damage.ts';

/** The maximum number of releases to try. Each try can read large files. */
const MOST_TRIED = 10;

/**
 * Opens the latest release that was published before the current one and is not damaged. Returns undefined if there is
 * none, or if the journal of publications cannot be read. Releases that are held or were withdrawn by a rollback are not
 * considered.
 */
export async function openLastGood(out: string, damaged: DamagedReleases): Promise<OpenedRelease | undefined> {
	for (const id of (await candidates(out)).slice(0, MOST_TRIED)) {
		try {
			const isDamaged = await damaged.isStill(id, await folderNumber(out, id));
			if (!isDamaged && !(await hasDamagedPack(out, id, damaged))) return await openForUse(out, id);
		} catch {
			// It is damaged or was removed in the meantime. Try an earlier one.
		}
	}
	return undefined;
}

async function candidates(out: string): Promise<readonly string[]> {
	try {
		return previousReleases(out, await retryWhileLocked(() => readUnlockedJournal(out)));
	} catch {
		return [];
	}
}

async function hasDamagedPack(out: string, id: string, damaged: DamagedReleases): Promise<boolean> {
	const folder = releaseFolder(out, id);
	for (const file of openedFiles(folder, await readManifest(folder))) if (await damaged.has(file)) return true;
	return false;
}
