import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { currentLink, releaseFolder } from '../release/layout.ts';
import { currentRelease, otherReleases } from '../release/publish.ts';
import { openRelease, type Release } from '../release/release.ts';
import { UserError } from '../user-error.ts';

/** How often the link is looked at, in milliseconds. */
const INTERVAL = 250;

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
	/** A release was published that cannot be opened; the one before goes on. */
	failed(id: string, error: unknown): void;
}

/**
 * Opens the current release in `out`, and whichever takes its place later. The old one is closed when the new one is
 * open and whatever works with the old one is done.
 *
 * @throws UserError when there is no release, or it is damaged
 */
export async function followCurrentRelease(out: string, events: ReleaseEvents): Promise<CurrentRelease> {
	let known = currentRelease(out);
	if (known === undefined) {
		throw new UserError(`There is no release in ${out}. Build one: npm run build -- --snapshot FILE --out ${out}`);
	}
	let current = await openForUse(out, known).catch((cause) => {
		throw new UserError(
			`The current release in ${out} is damaged. Build it again: npm run build -- --snapshot FILE --out ${out}`,
			{ cause },
		);
	});
	events.opened(current.release);
	const timer = setTimeout(look, INTERVAL);

	async function look(): Promise<void> {
		const id = await readlink(currentLink(out)).then(basename, () => known);
		if (id !== undefined && id !== known) await change(id);
		known = id;
		timer.refresh();
	}

	async function change(id: string): Promise<void> {
		try {
			const next = await openForUse(out, id);
			current.retire();
			current = next;
			events.opened(next.release);
		} catch (error) {
			events.failed(id, error);
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
	const release = await openRelease(releaseFolder(out, id));
	return new InUse(
		release,
		otherReleases(out, id).map((other) => releaseFolder(out, other)),
	);
}
