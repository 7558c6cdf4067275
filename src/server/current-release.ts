import { lstat, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { currentLink, releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { needCurrentRelease, otherReleases } from '../release/publish.ts';
import { openRelease, type Release } from '../release/release.ts';
import { shellWord } from '../shared/shell-word.ts';
import { UserError } from '../shared/user-error.ts';
import { type KeptSites, keptSites } from './kept-sites.ts';
import { KEPT_FOR, openPrevious, PreviousRelease } from './previous-release.ts';
import { ReleaseInUse } from './release-in-use.ts';

/** How often to check the link to the current release, in milliseconds. */
const INTERVAL = 250;
/** How long to wait before trying again to open a damaged release, in milliseconds. Each attempt reads large files. */
const RETRY = 5000;

export interface CurrentRelease {
	/** Finds releases by their snapshots. Clients can ask for the current release and, for a while, the previous one. */
	readonly bySnapshot: {
		get(snapshot: string): Release | undefined;
		/**
		 * Looks for a snapshot that this process does not know yet. Another process may have noticed a change first, or
		 * this process may have just started. Returns undefined if `get` finds the snapshot.
		 */
		find(snapshot: string): Promise<void> | undefined;
	};
	/** The release that is current now. */
	get(): Release;
	/**
	 * Runs `work` with the current release. The release stays open until `work` is done, even if another release becomes
	 * current.
	 */
	during<T>(work: (release: Release) => Promise<T>): Promise<T>;
	/** The websites of all kept releases except the current one. */
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
 * Opens the current release in `out`, and later each release that becomes current. Also keeps the previous release open
 * for a while, but no older ones. Closes a release when nothing uses it.
 *
 * @throws UserError when there is no current release, or the current release is damaged
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
	const previous = new PreviousRelease();
	const timer = setTimeout(() => check().then(() => timer.refresh()), INTERVAL);
	let checking: Promise<void> | undefined;
	let finding: Promise<void> | undefined;
	let lookedAt = Number.NEGATIVE_INFINITY;

	/** Checks the link, or waits for a check that is already running. */
	function check(): Promise<void> {
		checking ??= checkLink().finally(() => {
			checking = undefined;
		});
		return checking;
	}

	async function checkLink(): Promise<void> {
		const id = await readlink(currentLink(out)).then(basename, () => known);
		// The folder's number changes when a damaged release is built again. If the link is unchanged but its folder was
		// removed, the number is undefined, and there is nothing to open.
		const folder = await folderNumber(out, id);
		const isOther = id !== known || (folder !== undefined && folder !== knownFolder);
		const failedRecently = failed?.id === id && performance.now() - failed!.at < RETRY;
		if (isOther && !failedRecently) await change(id, folder);
	}

	async function change(id: string, folder: number | undefined): Promise<void> {
		try {
			const { snapshot } = await readManifest(releaseFolder(out, id));
			const isSame = snapshot === current.release.snapshot;
			// At most two releases are open at any time, because each takes a lot of memory.
			if (!isSame) previous.close();
			const [next, until] = [await openForUse(out, id), (await switchTime(out)) + KEPT_FOR];
			current.others.close();
			if (isSame) current.retire();
			else previous.keep(current, until);
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

	function get(snapshot: string): Release | undefined {
		return snapshot === current.release.snapshot ? current.release : previous.get(snapshot);
	}

	async function find(snapshot: string): Promise<void> {
		// A running check may have read the link before the link changed, so one more check may be needed.
		for (let i = 0; i < 2 && get(snapshot) === undefined; i++) await check();
		if (get(snapshot) !== undefined || performance.now() - lookedAt < INTERVAL) return;
		lookedAt = performance.now();
		const { release } = current;
		const found = await openPrevious(out, release, snapshot);
		if (found === undefined) return;
		if (current.release === release && !isClosed) previous.keep(found.inUse, found.until);
		else found.inUse.retire();
	}

	let isClosed = false;
	timer.unref();
	return {
		bySnapshot: {
			get,
			find(snapshot) {
				if (get(snapshot) !== undefined) return undefined;
				finding = (finding ?? Promise.resolve()).then(() => find(snapshot));
				return finding;
			},
		},
		get: () => current.release,
		during: (work) => current.during(work),
		others: () => current.others,
		close() {
			isClosed = true;
			clearTimeout(timer);
			previous.close();
			current.retire();
		},
	};
}

/** Returns the time when the link last changed. All server processes agree on it, and it is never in the future. */
async function switchTime(out: string): Promise<number> {
	return lstat(currentLink(out)).then(
		({ mtimeMs }) => Math.min(mtimeMs, Date.now()),
		() => Date.now(),
	);
}

/** The inode number of a release's folder, if the folder exists. */
async function folderNumber(out: string, id: string): Promise<number | undefined> {
	return stat(releaseFolder(out, id)).then(
		({ ino }) => ino,
		() => undefined,
	);
}

async function openForUse(out: string, id: string): Promise<ReleaseInUse> {
	// Do this first, so that no release stays open if a folder cannot be read.
	const others = await keptSites(otherReleases(out, id).map((other) => releaseFolder(out, other)));
	return new ReleaseInUse(await openRelease(releaseFolder(out, id)), others);
}
