/** Opens a release for serving. */
import { stat } from 'node:fs/promises';
import { releaseFolder } from '../release/layout.ts';
import { otherReleases } from '../release/publish.ts';
import { openedFiles, openRelease } from '../release/release.ts';
import { keptSites } from './kept-sites.ts';
import { ReleaseInUse } from './release-in-use.ts';

export interface OpenedRelease {
	readonly id: string;
	/** See `folderNumber`. */
	readonly folder: number | undefined;
	readonly opened: ReleaseInUse;
	/** The state of each of its databases when the release was opened, by path. See `fileState`. */
	readonly files: ReadonlyMap<string, FileState | undefined>;
}

export interface FileState {
	/** Identifies the file and its last change. */
	readonly stamp: string;
	/** The size in bytes. */
	readonly size: number;
}

/** @throws Error when the release is incomplete or damaged */
export async function openForUse(out: string, id: string): Promise<OpenedRelease> {
	const folder = releaseFolder(out, id);
	const number = await folderNumber(out, id);
	// Do this first, so that no release stays open if a folder cannot be read.
	const others = await keptSites(otherReleases(out, id).map((other) => releaseFolder(out, other)));
	const release = await openRelease(folder);
	const files = new Map<string, FileState | undefined>();
	for (const file of openedFiles(folder, release.manifest)) files.set(file, await fileState(file));
	return { id, folder: number, opened: new ReleaseInUse(release, others), files };
}

/**
 * The inode number of a release's folder, if the folder exists. The number changes when a damaged release is built again.
 */
export function folderNumber(out: string, id: string): Promise<number | undefined> {
	return stat(releaseFolder(out, id)).then(
		({ ino }) => ino,
		() => undefined,
	);
}

/** The state of a file; undefined if it is missing. */
export function fileState(file: string): Promise<FileState | undefined> {
	return stat(file).then(
		({ ino, size, mtimeMs }) => ({ stamp: `${ino} ${size} ${mtimeMs}`, size }),
		() => undefined,
	);
}
