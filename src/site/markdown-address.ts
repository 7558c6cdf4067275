/** The addresses of pages in Markdown: `/programs/acme.md` for `/programs/acme/`, and `/index.md` for the home page. */

const HOME = '/index.md';

/** Pages that show nothing without scripts, that only one visitor can see, or that are rendered on request. */
const WITHOUT = /^\/(?:account|changes|compare|leaked-key|programs\/search|saved)\//;

/** Whether a page has a version in Markdown. All pages that a build renders have one. */
export function hasMarkdown(address: string): boolean {
	return address.endsWith('/') && !WITHOUT.test(address);
}

/** The address of a page in Markdown. */
export function markdownAddress(address: string): string {
	return address === '/' ? HOME : `${address.slice(0, -1)}.md`;
}

/** The address of the page whose Markdown is at a path; undefined for other paths. */
export function pageOfMarkdown(path: string): string | undefined {
	if (path === HOME) return '/';
	const address = /^(\/.*[^/])\.md$/.exec(path)?.[1];
	return address !== undefined && hasMarkdown(`${address}/`) ? `${address}/` : undefined;
}
