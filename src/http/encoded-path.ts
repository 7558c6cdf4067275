/** Paths of addresses, with and without percent encoding. */

/** The decoded path; undefined if it is invalid. */
export function decodePath(path: string): string | undefined {
	try {
		return path.startsWith('/') ? decodeURIComponent(path) : undefined;
	} catch {
		return undefined;
	}
}

/** The path as it is written in an address. */
export function encodePath(path: string): string {
	return path.split('/').map(encodeURIComponent).join('/');
}
