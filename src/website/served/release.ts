import type { Release } from '../../release/release.ts';

/**
 * Returns the release that a page shows. Our server provides this release. Under Astro's development server, it is the
 * current release in OUT_DIR.
 */
export async function servedRelease({ release }: App.Locals): Promise<Release> {
	if (release !== undefined) return release;
	const { astroService } = await import('virtual:service');
	return (await astroService()).releases.get();
}
