/** The addresses of Markdown versions of pages: `/programs/acme.md` for `/programs/acme/`, `/index.md` for `/`. */

const HOME = '/index.md';

/**
 * Matches pages without a Markdown version. They show nothing without scripts, only one visitor can see them, or they
 * are rendered on request.
 */
const WITHOUT = /^\/(?:account|changes|compare|leaked-key|programs\/search|saved)\//;

/** Whether a page has a version in Markdown. All pages that a build renders have one. */
export function hasMarkdown(address: string): boolean {
	return address.endsWith('/') && !WITHOUT.test(address);
}

/** Returns the address of a page's Markdown version. */
export function markdownAddress(address: string): string {
	return address === '/' ? HOME : `${address.slice(0, -1)}.md`;
}

/** Returns the address of the page whose Markdown version is at a path, or undefined if there is no such page. */
export function pageOfMarkdown(path: string): string | undefined {
	if (path === HOME) return '/';
	const address = /^(\/.*[^/])\.md$/.exec(path)?.[1];
	return address !== undefined && hasMarkdown(`${address}/`) ? `${address}/` : undefined;
}
