/** Keeps pulling new releases from a store. */
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../shared/user-error.ts';
import { openStore } from './open-store.ts';
import { pausedMessage, pullRelease } from './pull.ts';
import type { ReleaseStore } from './release-store.ts';

/**
 * The maximum wait between failing attempts, in milliseconds, unless the usual interval is longer. The wait doubles
 * with each further failure.
 */
const LONGEST_WAIT = 5 * 60_000;

export interface FollowedStore {
	/** The address of the store. */
	readonly releases: string;
	/** How often to look for a new release, in seconds. */
	readonly releasesInterval: number;
	/** The limit of disk for the releases that are kept, in gigabytes. */
	readonly keepDisk: number;
}

export type FollowEvent =
	| { readonly event: 'pulled'; readonly release: string; readonly downloaded: number; readonly bytes: number }
	| { readonly event: 'failed'; readonly reason: string }
	| { readonly event: 'recovered' };

/**
 * Regularly looks for a new release, and pulls it.
 *
 * @param report called for each pulled release, for each failure unless the previous attempt failed for the same
 *   reason, and when a pull succeeds after a failure
 */
export async function follow(
	out: string,
	{ releases, releasesInterval, keepDisk }: FollowedStore,
	report: (event: FollowEvent) => void,
): Promise<never> {
	const interval = releasesInterval * 1000;
	let wait = interval;
	let problem: string | undefined;
	let store: ReleaseStore | undefined;
	for (;;) {
		try {
			store ??= await openStore(releases);
			const { outcome, release, downloaded, bytes } = await pullRelease(out, store, keepDisk);
			if (outcome === 'paused') throw new UserError(pausedMessage(release));
			if (problem !== undefined) report({ event: 'recovered' });
			if (outcome === 'pulled') report({ event: 'pulled', release, downloaded, bytes });
			problem = undefined;
			wait = interval;
		} catch (error) {
			const reason = error instanceof UserError ? error.message : String((error as Error).stack ?? error);
			if (reason !== problem) report({ event: 'failed', reason });
			if (problem !== undefined) wait = Math.min(2 * wait, Math.max(LONGEST_WAIT, interval));
			problem = reason;
		}
		await sleep(wait);
	}
}
