/** Finds the release to go back to. */
import { UserError } from '../shared/user-error.ts';
import type { Publication } from './journal.ts';
import { currentRelease, listReleases } from './publish.ts';

/**
 * Finds the release for a rollback: the latest kept release that was published before the current one. Leaves out
 * releases that a rollback has withdrawn, and those that were never published. So a second rollback goes back further,
 * and does not return to the release that the first rollback replaced.
 *
 * @param publications the publications, latest first
 * @throws UserError when there is none
 */
export function previousRelease(out: string, publications: readonly Publication[]): string {
	const history: string[] = [];
	for (const { kind, release } of publications.toReversed()) {
		if (kind === 'rollback') {
			const place = history.lastIndexOf(release);
			history.length = place === -1 ? Math.max(0, history.length - 1) : place;
		}
		history.push(release);
	}
	const kept = new Set(listReleases(out));
	const current = currentRelease(out);
	const found = history.findLast((release) => release !== current && kept.has(release));
	if (found !== undefined) return found;
	throw new UserError(`No earlier release is kept in ${out}, so there is nothing to go back to.`);
}
