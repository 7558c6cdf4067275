/** Stored logos: files of the website in one folder, each named by the slug of its program or organization. */

/** The types of image that a logo may be, in the order in which they are looked for. */
export const LOGO_TYPES = ['svg', 'png', 'webp', 'jpg'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/**
 * The address of the stored logo of a program or an organization, if there is one.
 *
 * @param isFile tells whether the website has a file at a path
 */
export function logoAddress(slug: string, isFile: (path: string) => boolean): string | undefined {
	const type = LOGO_TYPES.find((type) => isFile(`logos/${slug}.${type}`));
	return type && `/logos/${slug}.${type}`;
}
