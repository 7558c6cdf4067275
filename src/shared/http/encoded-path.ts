/** Returns the decoded path, or undefined if the path is invalid. */
export function decodePath(path: string): string | undefined {
	try {
		return path.startsWith('/') ? decodeURIComponent(path) : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the percent-encoded path, as it is written in an address. */
export function encodePath(path: string): string {
	return path.split('/').map(encodeURIComponent).join('/');
}
