/** The rule for slugs, in its own file, so that browser scripts can use it without loading the schemas. */

/** The maximum length of slugs, keywords and IDs. They are used as folder names, which can have at most 255 bytes. */
export const LONGEST_SLUG = 200;

export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether the text is a slug: lower-case letters and digits with single hyphens between them, such as `acme-co`. */
export function isSlug(text: string): boolean {
	return text.length <= LONGEST_SLUG && SLUG.test(text);
}
