/** The names of the files in the folder that holds releases. */
import { join } from 'node:path';
import { unfinishedName } from './leftovers.ts';

/** The link to the release that is served. */
export const currentLink = (out: string) => join(out, 'current');
export const releasesFolder = (out: string) => join(out, 'releases');
export const releaseFolder = (out: string, id: string) => join(out, 'releases', id);

/** Images for shared links. They stay when the release that they were drawn for is removed. */
export const shareFolder = (out: string) => join(out, 'share');

/**
 * A path for unfinished or half-removed files of this process. If the process is killed, the next build removes them.
 */
export const buildingPath = (out: string, what: string) => join(out, 'releases', `${unfinishedName()}-${what}`);

/** The files of one release. */
export const FILES = {
	/** The manifest. It is written last, so a folder with a manifest is complete. */
	manifest: 'manifest.json',
	/** The snapshot that it was built from, to compare the next one with. Only the two releases published last keep it. */
	snapshot: 'snapshot.sqlite',
	/** The warnings about that snapshot. It stays as long as the snapshot. */
	warnings: 'warnings.json',
	/** A link to the snapshot of the current release, only during a build: another build may remove that snapshot. */
	before: 'before.sqlite',
	/** The packs of the bodies of the API's responses. */
	bodies: 'bodies',
	/** The index of the program search. */
	index: 'programs.index',
	/** The packs of the website. */
	packs: 'packs',
	/** The logos. During a build they are in this folder; in a finished release they are part of the website. */
	logos: 'logos',
} as const;
