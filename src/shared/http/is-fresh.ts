/**
 * Whether a client already has content with this tag, according to its `If-None-Match` header. The header is one tag, a
 * list of tags, or `*`. Tags are compared weakly (RFC 9110, 13.1.2).
 *
 * @param tag without quotes
 */
export function isFresh(ifNoneMatch: string | undefined, tag: string): boolean {
	if (ifNoneMatch === undefined) return false;
	if (isWildcard(ifNoneMatch)) return true;
	return tagsIn(ifNoneMatch).some((one) => one.replace(/^W\//, '') === `"${tag}"`);
}

/** Whether an `If-None-Match` header matches any content, so that the client may never have received the content. */
export function isWildcard(ifNoneMatch: string | undefined): boolean {
	return ifNoneMatch !== undefined && tagsIn(ifNoneMatch).includes('*');
}

function tagsIn(ifNoneMatch: string): string[] {
	return ifNoneMatch.split(',').map((one) => one.trim());
}
