/** The new address of each page, by its old address. */
const MOVED: { readonly [address: string]: string } = { '/about/api/': '/docs/' };

/**
 * Returns the new address of a page, or undefined if the page has not moved. The path may end with or without a slash.
 */
export function movedTo(path: string): string | undefined {
	const address = path.endsWith('/') ? path : `${path}/`;
	return Object.hasOwn(MOVED, address) ? MOVED[address] : undefined;
}

/** Returns the start of a `_redirects` file, which lists the moved pages for Netlify, Cloudflare and other hosts. */
export function redirectsFile(): string {
	return Object.entries(MOVED)
		.map(([from, to]) => `${from} ${to} 308\n`)
		.join('');
}
