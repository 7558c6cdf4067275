/**
 * Stored logos. They are image files in one folder of the website. Each file is named after the slug of its program,
 * organization or network.
 */

import type { Release } from '../../release/release.ts';

/** The image types of logos, in the order in which they are looked for. */
export const LOGO_TYPES = ['svg', 'png', 'webp', 'jpg'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

export interface WithLogo {
	/** The address of the record's logo, or null if the record has none. */
	readonly logo: string | null;
}

/**
 * Returns the address of the stored logo for a slug, or null if there is none.
 *
 * @param isFile returns whether the website has a file at a path
 */
export function logoAddress(slug: string, isFile: (path: string) => boolean): string | null {
	const type = LOGO_TYPES.find((type) => isFile(`logos/${slug}.${type}`));
	return type === undefined ? null : `/logos/${slug}.${type}`;
}

export function withLogo<T extends { readonly slug: string }>(
	record: T,
	{ site }: Pick<Release, 'site'>,
): T & WithLogo {
	return { ...record, logo: logoAddress(record.slug, (path) => site.get(path) !== undefined) };
}
