import type { Release } from '../release/release.ts';

/** The release that a page rendered on request shows: from our server, or else under Astro's own, that of OUT_DIR. */
export async function servedRelease({ release }: App.Locals): Promise<Release> {
	if (release !== undefined) return release;
	const { astroService } = await import('./service.ts');
	return (await astroService()).releases.get();
}
