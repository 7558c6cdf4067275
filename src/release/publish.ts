/** Which release is served: a link that is replaced in one step. */
import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { explain } from '../explain.ts';
import { shellWord } from '../shell-word.ts';
import { UserError } from '../user-error.ts';
import { buildingPath, currentLink, FILES, releaseFolder, releasesFolder } from './layout.ts';

/** How many releases are kept beside the current one, to go back to. */
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

/** Makes the release `id` the current one; whoever serves notices by itself. */
export function publish(out: string, id: string): void {
	const link = buildingPath(out, 'link');
	symlinkSync(join('releases', id), link);
	renameSync(link, currentLink(out));
}

/** The ids of all releases but one. */
export function otherReleases(out: string, id: string | undefined): string[] {
	return readdirSync(releasesFolder(out)).filter((name) => !name.startsWith('.') && name !== id);
}

/** Removes all but the current release and the latest few. */
export function removeOldReleases(out: string): void {
	const current = currentRelease(out);
	const age = (id: string) =>
		statSync(join(releaseFolder(out, id), FILES.manifest), { throwIfNoEntry: false })?.mtimeMs;
	const others = otherReleases(out, current).sort((a, b) => (age(b) ?? 0) - (age(a) ?? 0));
	for (const id of others.slice(KEPT)) removeRelease(out, id);
}

/** Removes a release. Killed halfway, it leaves nothing that looks like one. */
export function removeRelease(out: string, id: string): void {
	if (!existsSync(releaseFolder(out, id))) return;
	const removed = buildingPath(out, id);
	renameSync(releaseFolder(out, id), removed);
	rmSync(removed, { recursive: true, force: true });
}
