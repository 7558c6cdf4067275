import type { Readable } from 'node:stream';
import { acceptedEncoding, bodyOf, type Content } from './content.ts';

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

/** The part of a request that decides how content is sent. */
interface ContentRequest {
	readonly method: string;
	/** Returns the value of a header, given its name in lower case. */
	header(name: string): string | undefined;
}

/**
 * Makes a response with content in the encoding that the client prefers. Makes a 304 instead if the status would be 200
 * and the client already has the content.
 *
 * @param headers the headers that do not follow from the content
 */
export function contentResponse(
	request: ContentRequest,
	content: Content,
	status: number,
	headers: readonly string[] = [],
): HttpResponse {
	const { type, tag, use } = content;
	// The tag is weak, because all encodings of the content share it.
	const sent = tag === undefined ? [...headers] : [...headers, 'ETag', `W/"${tag}"`];
	if (status === 200 && tag !== undefined && isFresh(request.header('if-none-match'), tag)) {
		return { status: 304, headers: sent, body: null };
	}
	const encoding = use && acceptedEncoding(request.header('accept-encoding'), use);
	const body = bodyOf(content, encoding);
	sent.push('Content-Type', type, 'Content-Length', String(body.length));
	if (encoding !== undefined) sent.push('Content-Encoding', encoding);
	return { status, headers: sent, body: request.method === 'HEAD' ? null : body };
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
