import { readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { currentLink, releaseFolder } from '../release/layout.ts';
import { needCurrentRelease, otherReleases } from '../release/publish.ts';
import { openRelease, type Release } from '../release/release.ts';
import { shellWord } from '../shared/shell-word.ts';
import { UserError } from '../shared/user-error.ts';
import { type KeptSites, keptSites } from './kept-sites.ts';

/** How often to check the link, in milliseconds. */
const INTERVAL = 250;
/** How long to wait before trying again to open a damaged release, in milliseconds. Each try reads large files. */
const RETRY = 5000;

export interface CurrentRelease {
	/** The release that is current now. */
	get(): Release;
	/**
	 * Runs `work` with the current release. The release stays open until `work` is done, even if another release becomes
	 * current.
	 */
	during<T>(work: (release: Release) => Promise<T>): Promise<T>;
	/** The websites of the other kept releases. */
	others(): KeptSites;
	close(): void;
}

export interface ReleaseEvents {
	/** Called when a release is open and in use. */
	opened(release: Release): void;
	/**
	 * Called once for a release that cannot be opened. The previous release stays in use, and the server tries again
	 * later.
	 */
	failed(id: string, error: unknown): void;
}

/**
 * Opens the current release in `out`, and later each new current release. Closes an old release when the new one is
 * open and nothing uses the old one.
 *
 * @throws UserError when there is no release, or it is damaged
 */
export async function followCurrentRelease(out: string, events: ReleaseEvents): Promise<CurrentRelease> {
	let known = needCurrentRelease(out);
	let knownFolder = await folderNumber(out, known);
	let current = await openForUse(out, known).catch((cause) => {
		throw new UserError(
			`The current release in ${out} is damaged. Build it again: npm run build -- --snapshot FILE --out ${shellWord(out)}`,
			{ cause },
		);
	});
	events.opened(current.release);
	let failed: { readonly id: string; readonly at: number } | undefined;
	const timer = setTimeout(checkLink, INTERVAL);

	async function checkLink(): Promise<void> {
		const id = await readlink(currentLink(out)).then(basename, () => known);
		// The number differs if a damaged release was built again. It is undefined if the release was removed. There is
		// then nothing to open.
		const folder = await folderNumber(out, id);
		const isOther = id !== known || (folder !== undefined && folder !== knownFolder);
		const failedRecently = failed?.id === id && performance.now() - failed!.at < RETRY;
		if (isOther && !failedRecently) await change(id, folder);
		timer.refresh();
	}

	async function change(id: string, folder: number | undefined): Promise<void> {
		try {
			const next = await openForUse(out, id);
			current.retire();
			current = next;
			known = id;
			knownFolder = folder;
			failed = undefined;
			events.opened(next.release);
		} catch (error) {
			if (failed?.id !== id) events.failed(id, error);
			failed = { id, at: performance.now() };
		}
	}

	timer.unref();
	return {
		get: () => current.release,
		during: (work) => current.during(work),
		others: () => current.others,
		close() {
			clearTimeout(timer);
			current.retire();
		},
	};
}

/** The inode number of a release's folder, if the folder exists. */
async function folderNumber(out: string, id: string): Promise<number | undefined> {
	return stat(releaseFolder(out, id)).then(
		({ ino }) => ino,
		() => undefined,
	);
}

/** An open release. After `retire`, it is closed as soon as nothing uses it. */
class ReleaseInUse {
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

	/** Closes the release as soon as nothing uses it. */
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

async function openForUse(out: string, id: string): Promise<ReleaseInUse> {
	// Do this first, so that no release stays open if a folder cannot be read.
	const others = await keptSites(otherReleases(out, id).map((other) => releaseFolder(out, other)));
	return new ReleaseInUse(await openRelease(releaseFolder(out, id)), others);
}
