/** Finds damage to the files of the release that a server has open. */
import { basename } from 'node:path';
import { fileState, type OpenedRelease } from './open-for-use.ts';

export interface ReleaseDamage {
	/** The inode number of the release's folder when the damage was found. */
	readonly folder: number | undefined;
	/** The path of the damaged or missing file. */
	readonly file: string;
	/** The stamp of the file when the damage was found; undefined if the file is missing. */
	readonly stamp: string | undefined;
	/**
	 * How much of the release cannot be served now. A removed file stays readable for a server that has it open, so
	 * nothing is lost until the server restarts. Of a file with wrong bytes, only some pages are lost.
	 */
	readonly lost: 'nothing' | 'pages' | 'all';
	readonly error: Error;
}

/**
 * Compares the files of an open release with their state when it was opened, and checks damage that was found while
 * pages were read. Reads no file unless there is such damage.
 */
export async function findDamage({ folder, opened, files }: OpenedRelease): Promise<ReleaseDamage | undefined> {
	const damage = opened.release.takeDamage();
	if (damage !== undefined) {
		const { file, error } = damage;
		return { folder, file, stamp: (await fileState(file))?.stamp, lost: 'pages', error };
	}
	for (const [file, before] of files) {
		const now = await fileState(file);
		const found = { folder, file, stamp: now?.stamp };
		if (now === undefined) return { ...found, lost: 'nothing', error: new Error(`The file ${file} is missing.`) };
		if (before !== undefined && now.size < before.size)
			return { ...found, lost: 'all', error: new Error(`The file ${file} is damaged. It has become shorter.`) };
	}
	return undefined;
}

/** The releases in which a server has found damage, by ID. A release is not opened again while its damage is the same. */
export class DamagedReleases {
	readonly #found = new Map<string, ReleaseDamage>();

	get(id: string): ReleaseDamage | undefined {
		return this.#found.get(id);
	}

	add(id: string, damage: ReleaseDamage): void {
		this.#found.set(id, damage);
	}

	delete(id: string): void {
		this.#found.delete(id);
	}

	/**
	 * Whether a release is known to be damaged, and neither its folder nor the damaged file has changed since.
	 *
	 * @param folder the inode number of the release's folder now
	 */
	async isStill(id: string, folder: number | undefined): Promise<boolean> {
		const damage = this.#found.get(id);
		return damage !== undefined && folder === damage.folder && (await fileState(damage.file))?.stamp === damage.stamp;
	}

	/** Whether a file is one of the damaged files. Releases share their packs through links to the same file. */
	async has(file: string): Promise<boolean> {
		const stamp = (await fileState(file))?.stamp;
		const packs = [...this.#found.values()].filter((damage) => basename(damage.file) === basename(file));
		return packs.some((damage) => damage.stamp !== undefined && damage.stamp === stamp);
	}
}
