/** The two parts of the documentation, and their pages in the order in which the site lists them. */
import { site } from '../../config/site/site.ts';
import {
	ACCOUNT_REFERENCE,
	DOCUMENTATION,
	documentationAddress,
	OPERATORS,
	operatorsAddress,
	type PageLink,
	QUICK_START,
	REFERENCE,
	RESPONSE_HEADERS,
} from '../addresses.ts';

interface DocumentationLink extends PageLink {
	/** The topic of the page in a few words. */
	readonly about: string;
}

/** A part of the documentation, with the address of its first page. */
export interface Manual extends PageLink {
	readonly groups: readonly { readonly name: string; readonly pages: readonly DocumentationLink[] }[];
}

const page = (addressOf: (slug: string) => string) => (slug: string, name: string, about: string) => ({
	name,
	address: addressOf(slug),
	about,
});
const ofApi = page(documentationAddress);
const ofOperators = page(operatorsAddress);

/** For visitors and API clients. The source of each page is a file in src/docs/ with the same title. */
export const API_MANUAL: Manual = {
	...DOCUMENTATION,
	groups: [
		{
			name: 'The API',
			pages: [
				{ ...QUICK_START, about: 'a key and the first call in curl, TypeScript, Python and PHP' },
				{ ...REFERENCE, about: 'every endpoint that reads the directory' },
				{ ...ACCOUNT_REFERENCE, about: 'proposals, analytics and webhooks' },
				{ ...RESPONSE_HEADERS, about: 'the headers of responses, and what they mean' },
				ofApi('authentication', 'Authentication', 'how to send a key, and what its scopes allow'),
				ofApi('pagination', 'Pagination', 'how to read lists page by page'),
				ofApi('search', 'Search and filters', 'find programs by words, commission, cookie duration and category'),
				ofApi('errors', 'Errors', 'every error code, its cause and what to do'),
				ofApi('caching', 'Caching and request IDs', 'entity tags, compression and request IDs'),
				ofApi('limits', 'Limits', 'rate limits, and when to try again'),
				ofApi('export', 'Export', 'download all published records as files or as a database'),
				ofApi('sync', 'Mirroring and sync', 'keep a copy of the directory up to date'),
				ofApi('brands', 'Brands', 'claim your organization, and propose changes of its programs'),
				ofApi('webhooks', 'Webhooks', 'get a request when something changes, and check its signature'),
				ofApi('client', 'TypeScript client', 'types, pages, exports, sync and retries'),
				ofApi('agents', 'Tools for agents', 'let an assistant search and read the directory, through MCP'),
				ofApi('markdown', 'Pages in Markdown', 'read the website without a key, starting at llms.txt'),
				ofApi('versioning', 'Versioning', 'what can change, and how you will hear about it'),
				ofApi('api-changelog', 'API changelog', 'every change to the API'),
			],
		},
	],
};

/** For those who run a directory or change the software. The sources of these pages are in src/docs/ too. */
export const OPERATORS_MANUAL: Manual = {
	...OPERATORS,
	groups: [
		{
			name: 'Your own directory',
			pages: [
				ofOperators('commands', 'Commands', 'everything that you can run with npm'),
				ofOperators('site', 'Make it yours', 'name, texts, colors, fonts, links and pages of your directory'),
				ofOperators('content', 'Content', 'the snapshot, CSV files and their columns, and logos'),
				ofOperators('importing', 'Import and update', 'spreadsheets, feeds and sources, beside your own edits'),
				ofOperators('editing', 'Edit', 'edit, undo, publish, rename, erase, and decide about proposals'),
				ofOperators('releases', 'Releases', 'go back, which releases are kept, and the history of changes'),
				ofOperators('views', 'Views and clicks', 'count views without cookies, and order lists by them'),
				ofOperators('accounts', 'Accounts and keys', 'sign-in, email, limits on attempts, and stored data'),
			],
		},
		{
			name: 'Your servers',
			pages: [
				ofOperators('install', 'Install', 'systemd, containers, proxies, static hosting, memory and time'),
				ofOperators('configure', 'Configure', 'all settings, sign-in with GitHub and Google, and limits'),
				ofOperators('upgrade', 'Upgrade', 'restart and upgrade without a failed request, and go back'),
				ofOperators('backup', 'Back up and restore', 'copies of accounts, keys and content'),
				ofOperators('monitoring', 'Monitoring', 'health checks, the doctor, the log, metrics and alerts'),
				ofOperators('many-machines', 'Many machines', 'build on one, serve on others, or edit on your own'),
				ofOperators('postgresql', 'PostgreSQL', 'share accounts and keys between servers'),
			],
		},
		{
			name: 'The software',
			pages: [
				ofOperators('development', 'Development', 'the parts, the folders, and how to add a page or a filter'),
				ofOperators('contributing', 'Contributing', 'how to propose a change, and what a change needs to be accepted'),
				ofOperators('security', 'Security policy', 'how to report a vulnerability'),
				ofOperators('changelog', 'Changelog', 'every version of the software'),
			],
		},
	],
};

/** The parts that this directory shows. */
export const manuals = (): readonly Manual[] => [
	...(site().api ? [API_MANUAL] : []),
	...(site().operator_docs ? [OPERATORS_MANUAL] : []),
];

export const pagesOf = ({ groups }: Manual): readonly DocumentationLink[] => groups.flatMap(({ pages }) => pages);

/** Returns the address of the page made from a file in src/docs/, or undefined if the site does not show the page. */
export function pageOfFile(slug: string): string | undefined {
	return manuals()
		.flatMap(pagesOf)
		.find(({ address }) => address.endsWith(`/${slug}/`))?.address;
}

export function manualOf(address: string): Manual {
	return address.startsWith(OPERATORS.address) ? OPERATORS_MANUAL : API_MANUAL;
}

/** Returns the pages before and after a page. Each is undefined if there is no such page. */
export function neighbours(address: string) {
	const pages = pagesOf(manualOf(address));
	const place = pages.findIndex((page) => page.address === address);
	return { previous: pages[place - 1], next: pages[place + 1] };
}
