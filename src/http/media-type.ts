import { basename } from 'node:path';
import { lookup, mimes } from 'mrmime';

// RFC 9512. The library has an older name, which was never registered.
mimes.yaml = 'application/yaml';

/** The media type of a file, by its name, without parameters. */
export function mediaType(file: string): string {
	return lookup(basename(file)) ?? 'application/octet-stream';
}

/** Whether content of a media type is text, which is worth compressing. */
export function isText(type: string): boolean {
	return /^text\/|json|xml|yaml|javascript/.test(type);
}
