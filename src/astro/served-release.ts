import type { Release } from '../release/release.ts';

/** The release that a page shows. Our server passes it on; Astro's development server uses the current one in OUT_DIR. */
export async function servedRelease({ release }: App.Locals): Promise<Release> {
	if (release !== undefined) return release;
	const { astroService } = await import('./service.ts');
	return (await astroService()).releases.get();
}
