import type { Release } from '../release/release.ts';

/** The release that a page shows: the one from our server, or the current one in OUT_DIR under Astro's own server. */
export async function servedRelease({ release }: App.Locals): Promise<Release> {
	if (release !== undefined) return release;
	const { astroService } = await import('./service.ts');
	return (await astroService()).releases.get();
}
