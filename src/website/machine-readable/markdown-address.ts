/** The addresses of Markdown versions of pages: `/programs/acme.md` for `/programs/acme/`, `/index.md` for `/`. */

const HOME = '/index.md';

/**
 * Matches pages without a Markdown version. Each of these pages needs scripts, is private to one visitor or is rendered
 * on request.
 */
const WITHOUT = /^\/(?:account|changes|compare|leaked-key|programs\/search|saved|wrong-fact)\//;

/** Whether a page has a version in Markdown. Does not check that the page exists. */
export function hasMarkdown(address: string): boolean {
	return address.endsWith('/') && !WITHOUT.test(address);
}

/** Returns the address of a page's Markdown version. */
export function markdownAddress(address: string): string {
	return address === '/' ? HOME : `${address.slice(0, -1)}.md`;
}

/** Converts the path of a Markdown version to the address of the page. Returns undefined for other paths. */
export function pageOfMarkdown(path: string): string | undefined {
	if (path === HOME) return '/';
	const address = /^(\/.*[^/])\.md$/.exec(path)?.[1];
	return address !== undefined && hasMarkdown(`${address}/`) ? `${address}/` : undefined;
}
