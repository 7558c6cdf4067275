/** Pages that have moved. */

/** The new address of each page, by its old address. */
const MOVED: { readonly [address: string]: string } = { '/about/api/': '/docs/' };

/** The new address of a page. The path may or may not end with a slash. Undefined if the page has not moved. */
export function movedTo(path: string): string | undefined {
	const address = path.endsWith('/') ? path : `${path}/`;
	return Object.hasOwn(MOVED, address) ? MOVED[address] : undefined;
}

/** The moved pages as a `_redirects` file for Netlify, Cloudflare and other hosts. */
export function redirectsFile(): string {
	return Object.entries(MOVED)
		.map(([from, to]) => `${from} ${to} 308\n`)
		.join('');
}
