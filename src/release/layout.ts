/** The names of the files in the folder that holds releases, and of unfinished files. */

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../shared/is-running.ts';

/** The file that names the current release. */
export const currentFile = (out: string) => join(out, 'current');
export const releasesFolder = (out: string) => join(out, 'releases');
export const releaseFolder = (out: string, id: string) => join(out, 'releases', id);

/** The folder for the packs of all releases. */
export const packsFolder = (out: string) => join(out, 'packs');

/** The folder for the files that servers make for exports. The folder can be deleted at any time. */
export const exportsFolder = (out: string) => join(out, 'exports');

/**
 * A path for unfinished or half-removed files of this process. If the process is killed, the next build removes them.
 */
export const buildingPath = (out: string, what: string) => join(out, 'releases', `${unfinishedName()}-${what}`);

/** The files of one release. */
export const FILES = {
	/** The manifest. It is written last, so a folder with a manifest is complete. */
	manifest: 'manifest.json',
	/**
	 * The release's snapshot, to compare with the next snapshot. Only the two releases that were published last keep
	 * their snapshots.
	 */
	snapshot: 'snapshot.sqlite',
	/** The warnings about that snapshot. This file is removed together with the snapshot. */
	warnings: 'warnings.json',
	index: 'programs.index',
	/** The database with the records and lists of the API. */
	api: 'api.sqlite',
	/** The logos during a build. In a finished release, they are part of the website. */
	logos: 'logos',
} as const;

/** The name for the unfinished file of this process. A process with several files adds a suffix to this name. */
export const unfinishedName = () => `.building-${process.pid}`;

/**
 * Removes the unfinished files of killed builds. Files with this process's own ID are removed too, because in a
 * container an earlier build may have had the same process ID.
 */
export function removeLeftovers(folder: string): void {
	if (!existsSync(folder)) return;
	for (const name of readdirSync(folder)) {
		const pid = /^\.building-(\d+)(?:-|$)/.exec(name)?.[1];
		if (pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))) {
			rmSync(join(folder, name), { recursive: true, force: true });
		}
	}
}
