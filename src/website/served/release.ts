import type { HistoryReader } from '../../release/history/history-reader.ts';
import type { Release } from '../../release/release.ts';
import { ORGANIZATIONS, type PageLink, SECTIONS } from '../addresses.ts';

/**
 * Returns the release that a page shows. Our server provides this release. Under Astro's development server, it is the
 * current release in OUT_DIR.
 */
export async function servedRelease({ release }: App.Locals): Promise<Release> {
	if (release !== undefined) return release;
	const { astroService } = await import('virtual:service');
	return (await astroService()).releases.get();
}

/** Returns the history that a page shows. It comes from the same source as the release that `servedRelease` returns. */
export async function servedHistory({ history }: App.Locals): Promise<HistoryReader> {
	if (history !== undefined) return history;
	const { astroService } = await import('virtual:service');
	return (await astroService()).history;
}

/** Returns the sections that menus link to: all, except the organizations if their list is empty. */
export async function shownSections(locals: App.Locals): Promise<readonly PageLink[]> {
	const hasOrganizations = locals.hasOrganizations ?? (await servedRelease(locals)).manifest.site.organizations > 0;
	return hasOrganizations ? SECTIONS : SECTIONS.filter((section) => section !== ORGANIZATIONS);
}
