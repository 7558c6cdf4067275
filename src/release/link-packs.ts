import { constants, copyFileSync, linkSync, rmSync } from 'node:fs';
import { packFile } from './site-store.ts';

/**
 * Links packs of a release into the folder of another one. If a pack is missing, for example because the release is being
 * removed, links none.
 *
 * @returns whether it has linked them
 */
export function linkPacks(names: readonly string[], from: string, to: string): boolean {
	try {
		for (const name of names) linkOrCopy(packFile(from, name), packFile(to, name));
		return true;
	} catch {
		for (const name of names) rmSync(packFile(to, name), { force: true });
		return false;
	}
}

/** Links a file, so that it is on the disk only once and stays until the last release with it is removed. */
export function linkOrCopy(from: string, to: string): void {
	try {
		linkSync(from, to);
	} catch {
		// Some file systems have no hard links, and some systems let only the owner of a file link it.
		copyFileSync(from, to, constants.COPYFILE_FICLONE);
	}
}
