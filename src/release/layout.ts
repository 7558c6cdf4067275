/** What lies where in the folder that holds releases. */
import { join } from 'node:path';
import { unfinishedName } from './leftovers.ts';

/** The link to the release that is served. */
export const currentLink = (out: string) => join(out, 'current');
export const releasesFolder = (out: string) => join(out, 'releases');
export const releaseFolder = (out: string, id: string) => join(out, 'releases', id);

/** Images for sharing, which outlive the release that they were drawn for. */
export const shareFolder = (out: string) => join(out, 'share');

/** Where this process keeps what is not a release yet, or no longer; when it is killed, the next build removes it. */
export const buildingPath = (out: string, what: string) => join(out, 'releases', `${unfinishedName()}-${what}`);

/** The files of one release. */
export const FILES = {
	/** What it is: written last, so a folder that has one is complete. */
	manifest: 'manifest.json',
	/** The bodies that the API answers with. */
	bodies: 'bodies.sqlite',
	/** What the program search runs on. */
	index: 'programs.index',
	/** The website. */
	site: 'site',
	/** Its logos: beside it while it is being built, then in it. */
	logos: 'logos',
} as const;
