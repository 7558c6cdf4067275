/** The release that pages rendered on request show. */
import { readServiceOptions } from '../command/server-settings.ts';
import type { Release } from '../release/release.ts';
import { type CurrentRelease, followCurrentRelease } from '../server/current-release.ts';

let followed: Promise<CurrentRelease> | undefined;

/**
 * The release that our server gave, or else, under Astro's own server, the current one of OUT_DIR.
 *
 * @throws when there is none; the next request tries again
 */
export async function servedRelease({ release }: App.Locals): Promise<Release> {
	if (release !== undefined) return release;
	followed ??= followCurrentRelease(readServiceOptions().out, {
		opened() {},
		failed: (id, error) => console.error(`The release ${id} could not be opened; the last one goes on.`, error),
	}).catch((error) => {
		followed = undefined;
		throw error;
	});
	return (await followed).get();
}
