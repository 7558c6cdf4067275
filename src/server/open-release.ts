/** Opens a release for serving, and closes it when nothing uses it any more. */

import { stat } from 'node:fs/promises';
import { releaseFolder } from '../release/layout.ts';
import { otherReleases } from '../release/publish.ts';
import { openedFiles, openRelease, type Release } from '../release/release.ts';
import { type KeptSites, keptSites } from './kept-sites.ts';

export interface OpenedRelease {
	readonly id: string;
	readonly opened: ReleaseInUse;
	/** See `stampOf`. */
	readonly stamp: string;
}

/** @throws Error when the release is incomplete or damaged */
export async function openForUse(out: string, id: string): Promise<OpenedRelease> {
	// Do this first, so that no release stays open if a folder cannot be read.
	const others = await keptSites(otherReleases(out, id).map((other) => releaseFolder(out, other)));
	const release = await openRelease(releaseFolder(out, id));
	return { id, opened: new ReleaseInUse(release, others), stamp: await stampOf(release) };
}

/** Identifies the files that an open release reads, with their sizes and last changes. */
export async function stampOf({ folder, manifest }: Release): Promise<string> {
	const stamps = openedFiles(folder, manifest).map((file) =>
		stat(file).then(
			({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
			() => 'missing',
		),
	);
	return (await Promise.all(stamps)).join();
}

/** An open release. After `retire`, it is closed as soon as nothing uses it. */
export class ReleaseInUse {
	readonly release: Release;
	readonly others: KeptSites;
	#users = 0;
	#retired = false;

	constructor(release: Release, others: KeptSites) {
		this.release = release;
		this.others = others;
	}

	async during<T>(work: (release: Release) => Promise<T>): Promise<T> {
		this.#users++;
		try {
			return await work(this.release);
		} finally {
			this.#users--;
			this.#closeWhenDone();
		}
	}

	retire(): void {
		this.#retired = true;
		this.#closeWhenDone();
	}

	#closeWhenDone(): void {
		if (!this.#retired || this.#users > 0) return;
		this.release.close();
		this.others.close();
	}
}
