/** The pages of the documentation, in the order in which the site lists them. */
import { documentationAddress, type Place, QUICK_START, REFERENCE } from './addresses.ts';

export interface DocumentationPlace extends Place {
	/** The topic of the page in a few words. */
	readonly about: string;
}

const page = (slug: string, name: string, about: string): DocumentationPlace => ({
	name,
	address: documentationAddress(slug),
	about,
});

/** The pages, grouped by the kind of reader. The source of each page is a file in src/docs/ with the same title. */
export const DOCUMENTATION_GROUPS: readonly { readonly name: string; readonly pages: readonly DocumentationPlace[] }[] =
	[
		{
			name: 'The API',
			pages: [
				{ ...QUICK_START, about: 'a key and the first call in curl, TypeScript, Python and PHP' },
				{ ...REFERENCE, about: 'every endpoint, with a console to try it' },
				page('authentication', 'Authentication', 'how to send a key, and what its scopes allow'),
				page('pagination', 'Pagination', 'how to read lists page by page'),
				page('search', 'Search and filters', 'find programs by words, commission, cookie duration and category'),
				page('errors', 'Errors', 'every error code, its cause and what to do'),
				page('caching', 'Caching and request IDs', 'entity tags, compression and request IDs'),
				page('limits', 'Limits', 'rate limits, and when to try again'),
				page('export', 'Export', 'download all published records as files or as a database'),
				page('sync', 'Mirroring and sync', 'keep a copy of the directory up to date'),
				page('client', 'TypeScript client', 'types, pages, exports, sync and retries'),
				page('agents', 'Tools for agents', 'let an assistant search and read the directory, through MCP'),
				page('markdown', 'Pages in Markdown', 'read the website without a key, starting at llms.txt'),
				page('versioning', 'Versioning', 'what can change, and how you will hear about it'),
				page('api-changelog', 'API changelog', 'every change to the API'),
			],
		},
		{
			name: 'Your own directory',
			pages: [
				page('commands', 'Commands', 'everything that you can run with npm'),
				page('content', 'Content', 'CSV files, updates, logos, hiding and deleting'),
				page(
					'operation',
					'Operation',
					'settings, deployment, health checks, limits, rollback, and running on many machines',
				),
				page('servers', 'Servers and upgrades', 'systemd, containers, proxies, restarts, upgrades and backups'),
				page(
					'accounts',
					'Accounts and keys',
					'sign-in, email, stored data, and what happens when the state database is locked or the disk is full',
				),
			],
		},
		{
			name: 'The software',
			pages: [
				page('development', 'Development', 'how the parts fit together, the folders, and how to add a filter'),
				page('contributing', 'Contributing', 'how to propose a change, and what a change needs to be accepted'),
				page('security', 'Security policy', 'how to report a vulnerability'),
				page('changelog', 'Changelog', 'every version of the software'),
			],
		},
	];

export const DOCUMENTATION_PAGES = DOCUMENTATION_GROUPS.flatMap(({ pages }) => pages);

/** Returns the pages before and after a page. Each is undefined if there is no such page. */
export function neighbours(address: string) {
	const place = DOCUMENTATION_PAGES.findIndex((page) => page.address === address);
	return { previous: DOCUMENTATION_PAGES[place - 1], next: DOCUMENTATION_PAGES[place + 1] };
}
