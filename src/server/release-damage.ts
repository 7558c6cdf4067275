/** Finds damage to the files of the release that a server has open. */
import { fileState, type OpenedRelease } from './open-for-use.ts';

export interface ReleaseDamage {
	/** The path of the damaged or missing file. */
	readonly file: string;
	/** The stamp of the file when the damage was found; undefined if the file is missing. */
	readonly stamp: string | undefined;
	readonly error: Error;
}

/**
 * Compares the files of an open release with their state when it was opened, and returns damage that was found while
 * pages were read. Reads no file.
 */
export async function findDamage({ opened, files }: OpenedRelease): Promise<ReleaseDamage | undefined> {
	const damage = opened.release.takeDamage();
	if (damage !== undefined) return { ...damage, stamp: (await fileState(damage.file))?.stamp };
	for (const [file, before] of files) {
		const now = await fileState(file);
		if (now === undefined) return { file, stamp: undefined, error: new Error(`The file ${file} is missing.`) };
		if (before !== undefined && now.size < before.size)
			return { file, stamp: now.stamp, error: new Error(`The file ${file} is damaged. It has become shorter.`) };
	}
	return undefined;
}

/** Whether another file is now in the place of the damaged one. */
export async function hasChanged(damage: ReleaseDamage | undefined): Promise<boolean> {
	const now = damage && (await fileState(damage.file));
	return now !== undefined && now.stamp !== damage?.stamp;
}
