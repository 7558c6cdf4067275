import { stat } from 'node:fs/promises';
import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { needCurrentRelease, otherReleases } from '../release/publish.ts';
import { lastSwitch, readableSnapshots } from '../release/readable-snapshots.ts';
import { openRelease, type Release } from '../release/release.ts';
import { KEPT_FOR, type ReplacedRelease } from '../release/replaced-releases.ts';
import { shellWord } from '../shared/shell-word.ts';
import { UserError } from '../shared/user-error.ts';
import { EarlierReleases } from './earlier-releases.ts';
import { type KeptSites, keptSites } from './kept-sites.ts';
import { ReleaseInUse } from './release-in-use.ts';

/** How often to check the link to the current release, in milliseconds. */
const INTERVAL = 250;
/** How long to wait before trying again to open a damaged release, in milliseconds. Each attempt reads large files. */
const RETRY = 5000;

export interface CurrentRelease {
	/** Finds releases by their snapshots: the current release, and those that were replaced a short time ago. */
	readonly bySnapshot: {
		/** Returns the release if it is open. */
		get(snapshot: string): Release | undefined;
		/**
		 * Opens the release with a snapshot, if it is readable. Returns undefined if `get` finds the release.
		 *
		 * @param address the address of the client. If it is undefined, only a release that is current now is opened
		 * @throws ApiError UNAVAILABLE when too many clients wait for earlier releases
		 */
		find(snapshot: string, address?: string): Promise<void> | undefined;
	};
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
 * Opens the current release in `out`, and later each release that becomes current. Also keeps a few earlier releases
 * open for a while. Closes a release when nothing uses it.
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
	const earlier = new EarlierReleases(out);
	const timer = setTimeout(() => check().then(() => timer.refresh()), INTERVAL);
	let checking: Promise<void> | undefined;
	let readable: { readonly since: number; readonly snapshots: ReturnType<typeof readableSnapshots> } | undefined;

	/** Checks the link, or waits for a check that is already running. */
	function check(): Promise<void> {
		checking ??= checkLink().finally(() => {
			checking = undefined;
		});
		return checking;
	}

	async function checkLink(): Promise<void> {
		const id = await lastSwitch(out).then(
			({ release }) => release,
			() => known,
		);
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
			const next = await earlier.withRoom(() => openForUse(out, id));
			const switched = await lastSwitch(out).then(
				({ at }) => at,
				() => Date.now(),
			);
			current.others.close();
			if (isSame) current.retire();
			else earlier.keep(current, switched + KEPT_FOR);
			current = next;
			earlier.drop(snapshot);
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
		return snapshot === current.release.snapshot ? current.release : earlier.get(snapshot);
	}

	async function find(snapshot: string, address: string | undefined): Promise<void> {
		// A running check may have read the link before the link changed, so one more check may be needed.
		for (let i = 0; i < 2 && get(snapshot) === undefined; i++) await check();
		if (get(snapshot) !== undefined || address === undefined) return;
		const found = (await readableNow()).get(snapshot);
		if (found !== undefined && Date.now() < found.until) await earlier.open(snapshot, found, address);
	}

	/** Returns the readable snapshots. They are read again after each switch. */
	async function readableNow(): Promise<ReadonlyMap<string, ReplacedRelease>> {
		try {
			const latest = await lastSwitch(out);
			if (readable?.since !== latest.at) {
				readable = { since: latest.at, snapshots: readableSnapshots(out, latest) };
			}
			return await readable.snapshots;
		} catch {
			// The journal cannot be read now. The client gets an error that says what to do, and the next request tries again.
			readable = undefined;
			return new Map();
		}
	}

	timer.unref();
	return {
		bySnapshot: {
			get,
			find: (snapshot, address) => (get(snapshot) === undefined ? find(snapshot, address) : undefined),
		},
		get: () => current.release,
		during: (work) => current.during(work),
		others: () => current.others,
		close() {
			clearTimeout(timer);
			earlier.close();
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

async function openForUse(out: string, id: string): Promise<ReleaseInUse> {
	// Do this first, so that no release stays open if a folder cannot be read.
	const others = await keptSites(otherReleases(out, id).map((other) => releaseFolder(out, other)));
	return new ReleaseInUse(await openRelease(releaseFolder(out, id)), others);
}
