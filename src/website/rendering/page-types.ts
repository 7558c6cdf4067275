/** Everything that a build renders. Routing, the sitemap, the text index and the tests read this table. */

import packageJson from '../../../package.json' with { type: 'json' };
import { site } from '../../config/site/site.ts';
import { CLIENT_PACKAGE, PACKAGES } from '../addresses.ts';
import { fixedPages, type PageType } from '../directory/page-type.ts';
import { feedFiles } from '../machine-readable/feeds.ts';
import { CONTENT_PAGES } from './content-pages.ts';
import { sitemapFiles, sitemapIndex } from './sitemap-page.ts';

/** The error pages. The server returns them for requests to other addresses. */
const ERROR_PAGES = ['404', '410', '500'].map((status) => fixedPages(`/${status}`, () => [`/${status}.html`]));
const SETTING_FILES = ['/llms.txt', '/robots.txt', '/theme.css'];

/** Returns a function that returns the addresses of files that belong to the API, or none if the site offers no API. */
const ifApi = (addresses: readonly string[]) => () => (site().api ? addresses : []);

export const PAGE_TYPES: readonly PageType[] = [
	...CONTENT_PAGES,
	...ERROR_PAGES,
	...SETTING_FILES.map((address) => fixedPages(address, () => [address])),
	...['/openapi.json', '/openapi.yaml', CLIENT_PACKAGE].map((address) => fixedPages(address, ifApi([address]))),
	fixedPages(`${PACKAGES}client-[version].tgz`, ifApi([`${PACKAGES}client-${packageJson.version}.tgz`])),
	feedFiles,
	sitemapIndex,
	sitemapFiles,
];

/** The routes of the pages that the build renders. Other pages are rendered on request. */
export const contentRoutes: ReadonlySet<string> = new Set(PAGE_TYPES.map(({ route }) => route));
