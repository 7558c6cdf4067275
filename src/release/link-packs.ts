import { constants, copyFileSync, linkSync, rmSync } from 'node:fs';
import { packFile } from './pack.ts';

/**
 * Links packs of one release into another release's folder. If one of them cannot be linked, for example because the
 * first release is being removed, links none.
 *
 * @returns whether the packs are linked
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

/**
 * Links a file, so that its content is on the disk only once. The content stays there until the last release with the
 * file is removed. If linking is not possible, copies the file.
 */
export function linkOrCopy(from: string, to: string): void {
	try {
		linkSync(from, to);
	} catch {
		// Some file systems have no hard links, and some systems let only the owner of a file link it.
		copyFileSync(from, to, constants.COPYFILE_FICLONE);
	}
}
