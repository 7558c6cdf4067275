import type { Readable } from 'node:stream';

/** A response of the API or the website. */
export interface HttpResponse {
	readonly status: number;
	/** The names and values of the headers, alternating. Node writes headers fastest in this form. */
	readonly headers: readonly string[];
	/**
	 * The body, or null for status 304 and for HEAD requests. A stream is sent as its data arrives. If it fails, the
	 * server closes the connection.
	 */
	readonly body: Buffer | Readable | null;
	/** The first characters of the API key, if the key is valid. They are logged. */
	readonly keyPrefix?: string | undefined;
}

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

/** The maximum size of a body, in bytes. The forms of this site, and the messages of clients and agents, are smaller. */
export const MAX_BODY = 64 * 1024;
