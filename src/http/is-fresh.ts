/**
 * Whether a client already has content with this tag, according to its `If-None-Match` header. The header is one tag, a
 * list of tags, or `*`. Tags are compared weakly (RFC 9110, 13.1.2).
 *
 * @param tag without quotes
 */
export function isFresh(ifNoneMatch: string | undefined, tag: string): boolean {
	if (ifNoneMatch === undefined) return false;
	const tags = ifNoneMatch.split(',');
	return tags.some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === `"${tag}"`);
}
