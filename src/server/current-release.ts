import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { currentRelease, needCurrentRelease } from '../release/publish.ts';
import { lastSwitch, readableSnapshots } from '../release/readable-snapshots.ts';
import type { Release } from '../release/release.ts';
import { KEPT_FOR, type ReplacedRelease } from '../release/replaced-releases.ts';
import { explain } from '../shared/explain.ts';
import { shellWord } from '../shared/shell-word.ts';
import { UserError } from '../shared/user-error.ts';
import { EarlierReleases } from './earlier-releases.ts';
import type { KeptSites } from './kept-sites.ts';
import { openLastGood } from './last-good-release.ts';
import { folderNumber, type OpenedRelease, openForUse } from './open-for-use.ts';
import { DamagedReleases, findDamage } from './release-damage.ts';

/** How often to check the link to the current release, in milliseconds. */
const INTERVAL = 250;
/** How long to wait before trying again to open a damaged release, in milliseconds. Each attempt reads large files. */
const RETRY = 5000;

export interface ReleaseEvents {
	/** Called when a release is open and in use. */
	opened(release: Release): void;
	/**
	 * Called once for a release that cannot be opened. The previous release stays in use, and the server tries again
	 * later.
	 */
	failed(id: string, error: unknown): void;
	/**
	 * Called once when the current release is found to be damaged.
	 *
	 * @param isReplaced whether an earlier release is used now. If not, none is left that is undamaged, or a restart will
	 *   be needed before anything is lost
	 */
	damaged(id: string, error: unknown, isReplaced: boolean): void;
	/** Called when the link to the current release is missing, and when it is there again. */
	linked(isLinked: boolean): void;
}

/**
 * The problem with the current release: its link is missing, it is damaged but pages can be served, from it or from an
 * earlier release, or hardly anything can be served.
 */
export type ReleaseProblem = 'UNLINKED' | 'DAMAGED' | 'LOST';

/**
 * Opens the current release in `out`, and later each release that becomes current. If the current release is damaged,
 * opens the last good one. Also keeps a few earlier releases open for a while. Closes a release when nothing uses it.
 *
 * @throws UserError when there is no current release, or the current release is damaged and there is no earlier one
 */
export async function followCurrentRelease(out: string, events: ReleaseEvents): Promise<CurrentRelease> {
	const id = explain(() => currentRelease(out), 'read', out);
	const failures: unknown[] = [];
	const opened =
		(id !== undefined && (await openForUse(out, id).catch((error) => void failures.push(error)))) ||
		(await openLastGood(out, new DamagedReleases()));
	if (opened === undefined) {
		needCurrentRelease(out);
		throw new UserError(
			`The current release in ${out} is damaged. Build it again: npm run build -- --snapshot FILE --out ${shellWord(out)}`,
			{ cause: failures[0] },
		);
	}
	if (id === undefined) events.linked(false);
	else if (opened.id !== id) events.damaged(id, failures[0], true);
	events.opened(opened.opened.release);
	return new CurrentRelease(out, events, opened, id);
}

export class CurrentRelease {
	readonly #out: string;
	readonly #events: ReleaseEvents;
	readonly #earlier: EarlierReleases;
	readonly #timer: NodeJS.Timeout;
	#current: OpenedRelease;
	/** The ID of the release that the link names; undefined if the link is missing. */
	#linked: string | undefined;
	/** The last release that could not be opened, and the time of the attempt. */
	#failed: { readonly id: string; readonly at: number } | undefined;
	readonly #damaged = new DamagedReleases();
	#checking: Promise<void> | undefined;
	/** The readable snapshots, and the time of the switch since which they are readable. */
	#readable: { readonly since: number; readonly snapshots: ReturnType<typeof readableSnapshots> } | undefined;

	/** @param linked the ID of the release that the link names. If it is not `current`, it could not be opened */
	constructor(out: string, events: ReleaseEvents, current: OpenedRelease, linked: string | undefined) {
		this.#out = out;
		this.#events = events;
		this.#current = current;
		this.#linked = linked;
		if (linked !== undefined && linked !== current.id) this.#failed = { id: linked, at: performance.now() };
		this.#earlier = new EarlierReleases(out);
		this.#timer = setTimeout(() => this.#check().then(() => this.#timer.refresh()), INTERVAL).unref();
	}

	get(): Release {
		return this.#current.opened.release;
	}

	/** The present problem with the current release, if there is one. */
	problem(): ReleaseProblem | undefined {
		if (this.#damaged.get(this.#current.id)?.lost === 'all') return 'LOST';
		const id = this.#linked;
		if (id === undefined) return 'UNLINKED';
		return this.#failed?.id === id || this.#damaged.get(id) !== undefined ? 'DAMAGED' : undefined;
	}

	/** Finds releases by their snapshots: the current release, and those that were replaced a short time ago. */
	readonly bySnapshot = {
		/** Returns the release if it is open. */
		get: (snapshot: string): Release | undefined =>
			snapshot === this.get().snapshot ? this.get() : this.#earlier.get(snapshot),
		/**
		 * Opens the release with a snapshot, if it is readable. Returns undefined if `get` finds the release.
		 *
		 * @param address the address of the client. If it is undefined, only a release that is current now is opened
		 * @throws ApiError UNAVAILABLE when too many clients wait for earlier releases
		 */
		find: (snapshot: string, address?: string): Promise<void> | undefined =>
			this.bySnapshot.get(snapshot) === undefined ? this.#find(snapshot, address) : undefined,
	};

	/**
	 * Runs `work` with the current release. The release stays open until `work` is done, even if another release becomes
	 * current.
	 */
	during<T>(work: (release: Release) => Promise<T>): Promise<T> {
		return this.#current.opened.during(work);
	}

	/** The websites of all kept releases except the current one. */
	others(): KeptSites {
		return this.#current.opened.others;
	}

	close(): void {
		clearTimeout(this.#timer);
		this.#earlier.close();
		this.#current.opened.retire();
	}

	/** Opens the release that is current now. */
	async refresh(): Promise<void> {
		// A check that is already running may have read the link earlier.
		await this.#checking;
		await this.#check();
	}

	/** Checks the link, or waits for a check that is already running. */
	#check(): Promise<void> {
		this.#checking ??= this.#checkLink().finally(() => {
			this.#checking = undefined;
		});
		return this.#checking;
	}

	async #checkLink(): Promise<void> {
		const { id: known, folder: knownFolder } = this.#current;
		await this.#checkDamage();
		const linked = await lastSwitch(this.#out).then(
			({ release }) => release,
			() => undefined,
		);
		if ((linked === undefined) !== (this.#linked === undefined)) this.#events.linked(linked !== undefined);
		this.#linked = linked;
		const id = linked ?? known;
		// If the link is unchanged but its folder was removed, the number is undefined, and there is nothing to open.
		const folder = await folderNumber(this.#out, id);
		if (await this.#damaged.isStill(id, folder)) return;
		const isMended = this.#damaged.get(id) !== undefined;
		const isOther = id !== this.#current.id || (folder !== undefined && (isMended || folder !== knownFolder));
		const failedRecently = this.#failed?.id === id && performance.now() - this.#failed.at < RETRY;
		if (isOther && !failedRecently) await this.#change(id);
	}

	/** Looks for damage to the release in use. If there is any, uses the last good release instead. */
	async #checkDamage(): Promise<void> {
		const { id, opened: before } = this.#current;
		const damage = await findDamage(this.#current);
		const known = this.#damaged.get(id);
		if (damage === undefined || (known?.lost === damage.lost && known.stamp === damage.stamp)) return;
		this.#damaged.add(id, damage);
		const good =
			damage.lost === 'nothing'
				? undefined
				: await this.#earlier.withRoom(() => openLastGood(this.#out, this.#damaged));
		if (good !== undefined) {
			this.#current = good;
			this.#damaged.delete(good.id);
			before.retire();
			this.#earlier.drop(good.opened.release.snapshot);
		}
		this.#events.damaged(id, damage.error, good !== undefined);
		if (good !== undefined) this.#events.opened(good.opened.release);
	}

	async #change(id: string): Promise<void> {
		try {
			const { snapshot } = await readManifest(releaseFolder(this.#out, id));
			const { opened: before } = this.#current;
			const next = await this.#earlier.withRoom(() => openForUse(this.#out, id));
			const switched = await lastSwitch(this.#out).then(
				({ at }) => at,
				() => Date.now(),
			);
			before.others.close();
			if (snapshot === before.release.snapshot) before.retire();
			else this.#earlier.keep(before, switched + KEPT_FOR);
			this.#current = next;
			this.#earlier.drop(snapshot);
			this.#failed = undefined;
			this.#damaged.delete(id);
			this.#events.opened(next.opened.release);
		} catch (error) {
			if (this.#failed?.id !== id) this.#events.failed(id, error);
			this.#failed = { id, at: performance.now() };
		}
	}

	async #find(snapshot: string, address: string | undefined): Promise<void> {
		const { get } = this.bySnapshot;
		// A running check may have read the link before the link changed, so one more check may be needed.
		for (let i = 0; i < 2 && get(snapshot) === undefined; i++) await this.#check();
		if (get(snapshot) !== undefined || address === undefined) return;
		const found = (await this.#readableNow()).get(snapshot);
		if (found !== undefined && Date.now() < found.until) await this.#earlier.open(snapshot, found, address);
	}

	/** Returns the readable snapshots. They are read again after each switch. */
	async #readableNow(): Promise<ReadonlyMap<string, ReplacedRelease>> {
		try {
			const latest = await lastSwitch(this.#out);
			if (this.#readable?.since !== latest.at) {
				this.#readable = { since: latest.at, snapshots: readableSnapshots(this.#out, latest) };
			}
			return await this.#readable.snapshots;
		} catch {
			// The journal cannot be read now. The client gets an error that says what to do, and the next request tries again.
			this.#readable = undefined;
			return new Map();
		}
	}
}
