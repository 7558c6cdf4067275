/** The brands in a snapshot for which logos can be fetched. */
import type Database from 'better-sqlite3';
import { slug as SlugSchema } from '../../catalog/fields.ts';
import { records } from '../../snapshot/read.ts';

export interface Brand {
	/** The slug of the organization or program. It is also the name of the logo file, without the extension. */
	readonly slug: string;
	readonly name: string;
	readonly website: string | null;
	/** The address of the brand's logo, or null if no editor has given one. */
	readonly logoUrl: string | null;
}

/**
 * Returns all organizations, and the published programs that need their own logo. A program needs its own logo if its
 * website's host or its logo's address differs from the organization's. For all other programs, pages show the
 * organization's logo.
 */
export function brandsOf(snapshot: Database.Database): Brand[] {
	const brands = new Map<string, Brand>();
	for (const { slug, name, website_url, logo_url } of records(snapshot, 'organizations')) {
		brands.set(slug, { slug, name, website: addressIn(website_url), logoUrl: addressIn(logo_url) });
	}
	for (const { slug, name, organization, website_url, logo_url, status } of records(snapshot, 'programs')) {
		const owner = brands.get(organization);
		const [website, logoUrl] = [addressIn(website_url), addressIn(logo_url)];
		const isOwn = hostOf(website) !== hostOf(owner?.website) || (logoUrl !== null && logoUrl !== owner?.logoUrl);
		if (status !== 'published' || brands.has(slug) || !isOwn) continue;
		brands.set(slug, { slug, name, website, logoUrl });
	}
	// Leave out invalid slugs, because slugs become file names, and the snapshot may not have been checked.
	return [...brands.values()].filter(({ slug }) => SlugSchema.safeParse(slug).success);
}

/** Returns a stored address, or null if it is missing or invalid. */
function addressIn(text: string | null): string | null {
	return text !== null && URL.canParse(text) ? text : null;
}

function hostOf(address: string | null | undefined): string | undefined {
	return address ? new URL(address).hostname.replace(/^www\./, '') : undefined;
}
