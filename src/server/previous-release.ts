/** Keeps the previous release open for clients that are reading its lists page by page. */
import { readJournal } from '../release/journal.ts';
import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { openRelease, type Release } from '../release/release.ts';
import { keptSites } from './kept-sites.ts';
import { ReleaseInUse } from './release-in-use.ts';

/** How long the previous release stays readable after a switch, in milliseconds. */
export const KEPT_FOR = 15 * 60_000;

export class PreviousRelease {
	#kept: { readonly inUse: ReleaseInUse; readonly until: number; readonly timer: NodeJS.Timeout } | undefined;

	/** Returns the kept release if it has this snapshot and is still readable. */
	get(snapshot: string): Release | undefined {
		if (this.#kept?.inUse.release.snapshot !== snapshot || Date.now() >= this.#kept.until) return undefined;
		return this.#kept.inUse.release;
	}

	/** Keeps a release until the given time. Closes the release that was kept before. */
	keep(inUse: ReleaseInUse, until: number): void {
		this.close();
		const timer = setTimeout(() => this.close(), Math.max(0, until - Date.now())).unref();
		this.#kept = { inUse, until, timer };
	}

	/** Closes the release, if one is kept. */
	close(): void {
		clearTimeout(this.#kept?.timer);
		this.#kept?.inUse.retire();
		this.#kept = undefined;
	}
}

/** A release that was current before, opened from the disk, and the time until which it stays readable. */
export interface EarlierRelease {
	readonly inUse: ReleaseInUse;
	readonly until: number;
}

/**
 * Opens the release that was current before, if it has the given snapshot and is still readable. Looks up this release
 * in the journal, so that all server processes agree. A process may have just started, or may have missed a release
 * that was current only for a moment.
 *
 * @param current the current release
 * @param snapshot the snapshot that a client asks for
 * @returns undefined if there is no such release, or if the journal or the release cannot be read
 */
export async function openPrevious(
	out: string,
	{ manifest }: Pick<Release, 'manifest'>,
	snapshot: string,
): Promise<EarlierRelease | undefined> {
	try {
		let replaced: string | undefined;
		for (const { release, published_at } of readJournal(out)) {
			if (replaced === undefined && release !== manifest.id) return undefined;
			const until = replaced === undefined ? 0 : Date.parse(replaced) + KEPT_FOR;
			if (replaced !== undefined && Date.now() >= until) return undefined;
			const found = release === manifest.id ? manifest.snapshot : await snapshotOf(out, release);
			if (found !== manifest.snapshot) {
				if (found !== snapshot) return undefined;
				return { inUse: new ReleaseInUse(await openRelease(releaseFolder(out, release)), await keptSites([])), until };
			}
			replaced = published_at;
		}
	} catch {
		// Without the release, the client gets an error that says what to do.
	}
	return undefined;
}

async function snapshotOf(out: string, release: string): Promise<string> {
	return (await readManifest(releaseFolder(out, release))).snapshot;
}
