import type { Release } from '../release/release.ts';

/**
 * The release that a page shows. Our server provides the release; Astro's development server shows the current release
 * in OUT_DIR.
 */
export async function servedRelease({ release }: App.Locals): Promise<Release> {
	if (release !== undefined) return release;
	const { astroService } = await import('./service.ts');
	return (await astroService()).releases.get();
}
