import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { currentLink, releaseFolder } from '../release/layout.ts';
import { needCurrentRelease, otherReleases } from '../release/publish.ts';
import { openRelease, type Release } from '../release/release.ts';
import { shellWord } from '../shared/shell-word.ts';
import { UserError } from '../shared/user-error.ts';

/** How often the link is looked at, in milliseconds. */
const INTERVAL = 250;
/** How long a release that could not be opened is left alone, in milliseconds: trying reads all of a large file. */
const RETRY = 5000;

export interface CurrentRelease {
	/** The release that is current at this moment. */
	get(): Release;
	/** Gives it to work that takes a while: it stays open until that is done, also when another takes its place. */
	during<T>(work: (release: Release) => Promise<T>): Promise<T>;
	/** The folders of the releases that are kept beside it. */
	others(): readonly string[];
	close(): void;
}

export interface ReleaseEvents {
	/** A release is served from now on. */
	opened(release: Release): void;
	/** A release was published that cannot be opened; the one before goes on. Told once, though it is tried again. */
	failed(id: string, error: unknown): void;
}

/**
 * Opens the current release in `out`, and whichever takes its place later. The old one is closed when the new one is
 * open and whatever works with the old one is done.
 *
 * @throws UserError when there is no release, or it is damaged
 */
export async function followCurrentRelease(out: string, events: ReleaseEvents): Promise<CurrentRelease> {
	let known = needCurrentRelease(out);
	let current = await openForUse(out, known).catch((cause) => {
		throw new UserError(
			`The current release in ${out} is damaged. Build it again: npm run build -- --snapshot FILE --out ${shellWord(out)}`,
			{ cause },
		);
	});
	events.opened(current.release);
	let failed: { readonly id: string; readonly at: number } | undefined;
	const timer = setTimeout(look, INTERVAL);

	async function look(): Promise<void> {
		const id = await readlink(currentLink(out)).then(basename, () => known);
		const isLeftAlone = failed?.id === id && performance.now() - failed!.at < RETRY;
		if (id !== known && !isLeftAlone) await change(id);
		timer.refresh();
	}

	async function change(id: string): Promise<void> {
		try {
			const next = await openForUse(out, id);
			current.retire();
			current = next;
			known = id;
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

/** An open release, and who works with it. */
class InUse {
	readonly release: Release;
	readonly others: readonly string[];
	#users = 0;
	#retired = false;

	constructor(release: Release, others: readonly string[]) {
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

	/** Closes it, as soon as nobody works with it. */
	retire(): void {
		this.#retired = true;
		this.#closeWhenDone();
	}

	#closeWhenDone(): void {
		if (this.#retired && this.#users === 0) this.release.close();
	}
}

async function openForUse(out: string, id: string): Promise<InUse> {
	// First: a folder that cannot be read would leave an open release behind.
	const others = otherReleases(out, id).map((other) => releaseFolder(out, other));
	return new InUse(await openRelease(releaseFolder(out, id)), others);
}
