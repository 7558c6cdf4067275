/** Finds the releases that were current a short time ago. Clients may still be reading their lists page by page. */
import { KEPT_MINUTES, MOST_KEPT } from '../api/snapshot-values.ts';
import type { Publication } from './journal.ts';

/** How long a release stays readable after it was replaced, in milliseconds. */
export const KEPT_FOR = KEPT_MINUTES * 60_000;

/** A release that was current, and the time until which it stays readable, in milliseconds since 1970. */
export interface ReplacedRelease {
	readonly release: string;
	readonly until: number;
}

type Published = Pick<Publication, 'release' | 'published_at'>;

/**
 * Returns the releases that are still readable, latest first. Leaves out the current release.
 *
 * @param publications all publications, latest first
 */
export function replacedReleases(publications: readonly Published[]): ReplacedRelease[] {
	const found = new Map<string, ReplacedRelease>();
	for (let i = 1; i < publications.length && found.size < MOST_KEPT; i++) {
		const until = Date.parse(publications[i - 1]!.published_at) + KEPT_FOR;
		if (until <= Date.now()) break;
		const { release } = publications[i]!;
		if (release !== publications[0]!.release && !found.has(release)) found.set(release, { release, until });
	}
	return [...found.values()];
}
