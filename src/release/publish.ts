/** Which release is served: a link that is replaced in one step. */
import { lstatSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { currentLink, FILES, releaseFolder, releasesFolder } from './layout.ts';

/** How many releases are kept beside the current one, to go back to. */
const KEPT = 3;

/** The id of the current release, if there is one. */
export function currentRelease(out: string): string | undefined {
	if (lstatSync(currentLink(out), { throwIfNoEntry: false }) === undefined) return undefined;
	return basename(readlinkSync(currentLink(out)));
}

/** Makes the release `id` the current one; whoever serves notices by itself. */
export function publish(out: string, id: string): void {
	const link = `${currentLink(out)}.tmp-${process.pid}`;
	rmSync(link, { force: true });
	symlinkSync(join('releases', id), link);
	renameSync(link, currentLink(out));
}

/** Removes all but the current release and the latest few. */
export function removeOldReleases(out: string): void {
	const current = currentRelease(out);
	const age = (id: string) => statSync(join(releaseFolder(out, id), FILES.manifest)).mtimeMs;
	const others = readdirSync(releasesFolder(out)).filter((name) => !name.startsWith('.') && name !== current);
	for (const id of others.sort((a, b) => age(b) - age(a)).slice(KEPT)) {
		rmSync(releaseFolder(out, id), { recursive: true, force: true });
	}
}
