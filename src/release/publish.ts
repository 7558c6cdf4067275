/** Which release is served: a link that is replaced in one step. */
import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { explain } from '../shared/explain.ts';
import { shellWord } from '../shared/shell-word.ts';
import { UserError } from '../shared/user-error.ts';
import { buildingPath, currentLink, FILES, releaseFolder, releasesFolder } from './layout.ts';

/** How many releases are kept besides the current one, to go back to. */
const KEPT = 3;

/** The id of the current release, if there is one. */
export function currentRelease(out: string): string | undefined {
	try {
		return basename(readlinkSync(currentLink(out)));
	} catch (error) {
		// The second where `out` is a file.
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
		throw error;
	}
}

/**
 * The id of the current release.
 *
 * @throws UserError when there is none
 */
export function needCurrentRelease(out: string): string {
	const id = explain(() => currentRelease(out), 'read', currentLink(out));
	if (id !== undefined) return id;
	throw new UserError(
		`There is no release in ${out}. Build one: npm run build -- --snapshot FILE --out ${shellWord(out)}`,
	);
}

/** Makes the release `id` the current one; servers notice by themselves. */
export function publish(out: string, id: string): void {
	const link = buildingPath(out, 'link');
	symlinkSync(join('releases', id), link);
	renameSync(link, currentLink(out));
}

/** The ids of all releases but one. */
export function otherReleases(out: string, id: string | undefined): string[] {
	return readdirSync(releasesFolder(out)).filter((name) => !name.startsWith('.') && name !== id);
}

/**
 * Removes all but the current release and the few that were current before it.
 *
 * @param lastCurrent the ids that were current, the latest first; releases that it does not name come after them, the
 *   latest built first
 */
export function removeOldReleases(out: string, lastCurrent: readonly string[]): void {
	const rank = (id: string) => (lastCurrent.includes(id) ? lastCurrent.indexOf(id) : lastCurrent.length);
	const built = (id: string) =>
		statSync(join(releaseFolder(out, id), FILES.manifest), { throwIfNoEntry: false })?.mtimeMs ?? 0;
	const others = otherReleases(out, currentRelease(out)).sort((a, b) => rank(a) - rank(b) || built(b) - built(a));
	for (const id of others.slice(KEPT)) removeRelease(out, id);
}

/** Removes a release. Killed halfway, it leaves nothing that looks like one. */
export function removeRelease(out: string, id: string): void {
	if (!existsSync(releaseFolder(out, id))) return;
	const removed = buildingPath(out, id);
	renameSync(releaseFolder(out, id), removed);
	rmSync(removed, { recursive: true, force: true });
}
