import { ORGANIZATIONS, type PageLink, SECTIONS } from '../addresses.ts';
import { servedRelease } from './release.ts';

/** Returns the sections that menus link to: all, except the organizations if their list is empty. */
export async function shownSections(locals: App.Locals): Promise<readonly PageLink[]> {
	const hasOrganizations = locals.hasOrganizations ?? (await servedRelease(locals)).manifest.site.organizations > 0;
	return hasOrganizations ? SECTIONS : SECTIONS.filter((section) => section !== ORGANIZATIONS);
}
