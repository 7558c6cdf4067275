import type { Release } from '../../release/release.ts';

/** Replaces the former slugs of renamed programs by the new ones, and removes repeated slugs. */
export function currentSlugs(release: Release, slugs: readonly string[]): string[] {
	return [...new Set(slugs.map((slug) => release.redirect(`/programs/${slug}`) ?? slug))];
}
