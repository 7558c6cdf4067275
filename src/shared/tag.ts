import { hash } from 'node:crypto';

/** The length of a tag, in ASCII characters. */
const TAG_LENGTH = 16;

/** Returns the entity tag of some content: 96 bits of its SHA-256. Equal content has the same tag in every release. */
export function tagOf(content: string | Uint8Array): string {
	return hash('sha256', content, 'base64url').slice(0, TAG_LENGTH);
}
