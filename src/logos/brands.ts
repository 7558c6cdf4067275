/** The brands of a snapshot whose logos can be fetched. */
import type Database from 'better-sqlite3';
import { slug as SlugSchema } from '../catalog/fields.ts';
import { records } from '../snapshot/read.ts';

export interface Brand {
	/** The slug of an organization or a program, which is also the name of its logo. */
	readonly slug: string;
	readonly name: string;
	readonly website: string | null;
	/** The address of its logo, if an editor has given one. */
	readonly logoUrl: string | null;
}

/**
 * All organizations, and the programs that need a logo of their own, because their website or the address of their logo
 * differs from their organization's. For all other programs, pages show the logo of the organization.
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
	// The snapshot may not have been checked, and the slugs become names of files.
	return [...brands.values()].filter(({ slug }) => SlugSchema.safeParse(slug).success);
}

/** A stored address; null if there is none, or if it is invalid. */
function addressIn(text: string | null): string | null {
	return text !== null && URL.canParse(text) ? text : null;
}

function hostOf(address: string | null | undefined): string | undefined {
	return address ? new URL(address).hostname.replace(/^www\./, '') : undefined;
}
