/** Publishes, lists and removes releases. The link to the current release is replaced in one step. */
import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { explain } from '../shared/explain.ts';
import { shellWord } from '../shared/shell-word.ts';
import { UserError } from '../shared/user-error.ts';
import { buildingPath, currentLink, releaseFolder, releasesFolder } from './layout.ts';

/** The ID of the current release, if there is one. */
export function currentRelease(out: string): string | undefined {
	try {
		return basename(readlinkSync(currentLink(out)));
	} catch (error) {
		// The code is ENOTDIR if `out` is a file.
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
		throw error;
	}
}

/** @throws UserError when there is none */
export function needCurrentRelease(out: string): string {
	const id = explain(() => currentRelease(out), 'read', currentLink(out));
	if (id !== undefined) return id;
	throw new UserError(
		`There is no release in ${out}. Build one: npm run build -- --snapshot FILE --out ${shellWord(out)}`,
	);
}

/** Makes the release `id` the current one. Servers notice the change. */
export function publish(out: string, id: string): void {
	const link = buildingPath(out, 'link');
	// In a container, a killed process may have had the same process ID and may have left a link with this name.
	rmSync(link, { force: true });
	symlinkSync(join('releases', id), link);
	renameSync(link, currentLink(out));
}

/** The IDs of all releases. */
export function listReleases(out: string): string[] {
	return readdirSync(releasesFolder(out)).filter((name) => !name.startsWith('.'));
}

export function otherReleases(out: string, id: string | undefined): string[] {
	return listReleases(out).filter((name) => name !== id);
}

/** @throws UserError if the release does not exist. The message lists the releases that exist */
export function needRelease(out: string, id: string): void {
	const ids = explain(() => listReleases(out), 'read', out);
	if (ids.includes(id)) return;
	throw new UserError(
		ids.length === 0
			? `There are no releases in ${out}. Build one: npm run build -- --out ${shellWord(out)}`
			: `There is no release ${id} in ${out}. Existing releases: ${ids.sort().join(', ')}.`,
	);
}

/** Removes a release. If this is interrupted, the half-removed folder does not look like a release. */
export function removeRelease(out: string, id: string): void {
	if (!existsSync(releaseFolder(out, id))) return;
	const removed = buildingPath(out, id);
	renameSync(releaseFolder(out, id), removed);
	rmSync(removed, { recursive: true, force: true });
}
