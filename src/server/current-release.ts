import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { needCurrentRelease } from '../release/publish.ts';
import { KEPT_FOR, lastSwitch, type ReplacedRelease, readableSnapshots } from '../release/readable-snapshots.ts';
import type { Release } from '../release/release.ts';
import { shellWord } from '../shared/text.ts';
import { UserError } from '../shared/user-error.ts';
import { EarlierReleases } from './earlier-releases.ts';
import type { KeptSites } from './kept-sites.ts';
import { type OpenedRelease, openForUse, stampOf } from './open-release.ts';

/** How often to check which release is current, in milliseconds. */
const INTERVAL = 250;
/** How long to wait before trying again to open a damaged release, in milliseconds. Each attempt reads large files. */
const RETRY = 5000;

export interface ReleaseEvents {
	/** Called when a release is open and in use. */
	opened(release: Release): void;
	/**
	 * Called once when the current release is found to be damaged or missing. The server keeps what it has open, and opens
	 * the current release as soon as that is possible.
	 */
	damaged(id: string, error: Error): void;
}

/**
 * Opens the current release in `out`, and later each release that becomes current. Also keeps a few earlier releases open
 * for a while. Closes a release when nothing uses it.
 *
 * @throws UserError when there is no current release, or it cannot be opened
 */
export async function followCurrentRelease(out: string, events: ReleaseEvents): Promise<CurrentRelease> {
	const id = needCurrentRelease(out);
	const opened = await openForUse(out, id).catch((cause) => {
		const folder = shellWord(out);
		throw new UserError(
			`The current release in ${out} is damaged. Go back to the one before: npm run rollback -- --out ${folder}. Or build again: npm run build -- --snapshot FILE --out ${folder}`,
			{ cause },
		);
	});
	events.opened(opened.opened.release);
	return new CurrentRelease(out, events, opened);
}

export class CurrentRelease {
	readonly #out: string;
	readonly #events: ReleaseEvents;
	readonly #earlier: EarlierReleases;
	readonly #timer: NodeJS.Timeout;
	#current: OpenedRelease;
	/** The damage that was found while reading the release in use. It lasts until its files change. */
	#damage: Error | undefined;
	#problem: string | undefined;
	/** The time before which a release that could not be opened is not tried again. See `performance.now`. */
	#retryAt = 0;
	#checking: Promise<void> | undefined;
	/** The readable snapshots, and the time of the switch since which they are readable. */
	#readable: { readonly since: number; readonly snapshots: ReturnType<typeof readableSnapshots> } | undefined;

	constructor(out: string, events: ReleaseEvents, current: OpenedRelease) {
		this.#out = out;
		this.#events = events;
		this.#current = current;
		this.#earlier = new EarlierReleases(out);
		this.#timer = setTimeout(() => this.#check().then(() => this.#timer.refresh()), INTERVAL).unref();
	}

	/** Returns the current release. The function can be passed on alone. */
	readonly get = (): Release => this.#current.opened.release;

	/** Whether the current release is damaged or missing. */
	isDamaged(): boolean {
		return this.#problem !== undefined;
	}

	/** Finds releases by their snapshots: the current release, and those that were replaced a short time ago. */
	readonly bySnapshot = {
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
		const { id: openId, opened, stamp } = this.#current;
		this.#damage ??= opened.release.takeDamage()?.error;
		const id = await lastSwitch(this.#out).then(
			({ release }) => release,
			() => undefined,
		);
		if (id === undefined) this.#report(openId, new Error('The file that names the current release is missing.'));
		else if (id === openId && stamp === (await stampOf(opened.release))) this.#report(id, this.#damage);
		else if (performance.now() >= this.#retryAt) await this.#change(id);
	}

	/** Reports a problem with the current release once, or that there is none. */
	#report(id: string, error: Error | undefined): void {
		const problem = error && `${id}: ${error.message}`;
		if (error !== undefined && problem !== this.#problem) this.#events.damaged(id, error);
		this.#problem = problem;
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
			this.#damage = undefined;
			this.#problem = undefined;
			this.#retryAt = 0;
			this.#events.opened(next.opened.release);
		} catch (error) {
			this.#report(id, error as Error);
			this.#retryAt = performance.now() + RETRY;
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
