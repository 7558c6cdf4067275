import { hash } from 'node:crypto';

/** The length of a tag, in ASCII characters. */
const TAG_LENGTH = 16;

/** The entity tag of content: 96 bits of its SHA-256. The same content has the same tag in every release. */
export function tagOf(content: string | Uint8Array): string {
	return hash('sha256', content, 'base64url').slice(0, TAG_LENGTH);
}
