import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { currentLink, releaseFolder } from '../release/layout.ts';
import { currentRelease } from '../release/publish.ts';
import { openRelease, type Release } from '../release/release.ts';
import { UserError } from '../user-error.ts';

/** How often the link is looked at, in milliseconds. */
const INTERVAL = 250;

export interface CurrentRelease {
	/** The release that is current at this moment. */
	get(): Release;
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
 * open: requests are answered in one go, so none is between the two.
 *
 * @throws UserError when there is no release, or it is damaged
 */
export async function followCurrentRelease(out: string, events: ReleaseEvents): Promise<CurrentRelease> {
	let known = currentRelease(out);
	if (known === undefined) {
		throw new UserError(`There is no release in ${out}. Build one: npm run build -- --snapshot FILE --out ${out}`);
	}
	let release = await openRelease(releaseFolder(out, known)).catch((cause) => {
		throw new UserError(
			`The current release in ${out} is damaged. Build it again: npm run build -- --snapshot FILE --out ${out}`,
			{ cause },
		);
	});
	events.opened(release);
	const timer = setTimeout(look, INTERVAL);

	async function look(): Promise<void> {
		const id = await readlink(currentLink(out)).then(basename, () => known);
		if (id !== undefined && id !== known) await change(id);
		known = id;
		timer.refresh();
	}

	async function change(id: string): Promise<void> {
		try {
			const next = await openRelease(releaseFolder(out, id));
			release.close();
			release = next;
			events.opened(next);
		} catch (error) {
			events.failed(id, error);
		}
	}

	timer.unref();
	return {
		get: () => release,
		close() {
			clearTimeout(timer);
			release.close();
		},
	};
}
