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

/** A former address, and the address that replaces it. */
export interface Redirect {
	readonly from: string;
	readonly to: string;
}

/** The new address of each page, by its old address. */
const MOVED: { readonly [address: string]: string } = { '/about/api/': '/docs/' };

/**
 * Returns the new address of a page, or undefined if the page has not moved. The path may end with or without a slash.
 */
export function movedTo(path: string): string | undefined {
	const address = path.endsWith('/') ? path : `${path}/`;
	return Object.hasOwn(MOVED, address) ? MOVED[address] : undefined;
}

export const movedPages: readonly Redirect[] = Object.entries(MOVED).map(([from, to]) => ({ from, to }));

/** Returns the content of a `_redirects` file for Netlify, Cloudflare and other hosts. */
export function redirectsFile(redirects: readonly Redirect[]): string {
	return redirects.map(({ from, to }) => `${from} ${to} 308\n`).join('');
}
