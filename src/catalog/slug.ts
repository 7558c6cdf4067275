/** The rule for slugs, kept apart from the schemas of other fields so that browser scripts can use it too. */

/** The maximum length of slugs, keywords and IDs. They become names of folders, which can have at most 255 bytes. */
export const LONGEST_SLUG = 200;

/** Lower-case letters and digits with single hyphens between them. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether the text is a slug: lower-case letters and digits with single hyphens between them, such as `acme-co`. */
export function isSlug(text: string): boolean {
	return text.length <= LONGEST_SLUG && SLUG.test(text);
}
