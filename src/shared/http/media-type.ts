import { basename } from 'node:path';
import { lookup, mimes } from 'mrmime';

// The registered type (RFC 9512). The library's own type for YAML was never registered.
mimes.yaml = 'application/yaml';
mimes.tgz = 'application/gzip';

/** Returns a file's media type, without parameters, judging by the file's name. */
export function mediaType(file: string): string {
	return lookup(basename(file)) ?? 'application/octet-stream';
}

/** Whether content of a media type is text, and therefore worth compressing. */
export function isText(type: string): boolean {
	return /^text\/|json|xml|yaml|javascript/.test(type);
}
