/** Decides which requests are counted as visits of people. */

import type { SiteRequest } from '../site-response.ts';
import type { Visits } from './visits.ts';

type ReadHeader = (name: string) => string | undefined;

/** Words in the names of software that opens pages by itself, even in a browser. Cubot makes phones. */
const SOFTWARE =
	/(?<!cu)bot\b|crawl|spider|slurp|scrap|headless|lighthouse|pagespeed|monitor|uptime|preview|facebookexternalhit|python|curl|wget|java\/|go-http|node-fetch|axios|okhttp|phantom|selenium|puppeteer|playwright/i;

/** The maximum length of a user agent. No browser has a longer one. */
const LONGEST_AGENT = 500;

/** Whether the headers ask not to be tracked, or come from software that names itself. */
function isLeftOut(header: ReadHeader): boolean {
	if (header('dnt') === '1' || header('sec-gpc') === '1') return true;
	const agent = header('user-agent');
	return agent === undefined || agent.length > LONGEST_AGENT || SOFTWARE.test(agent);
}

/**
 * Whether a person opens a page in a browser. All browsers since 2023 say so, over HTTPS and to the own machine. Most
 * robots do not. Pages that the browser only loads in advance do not count.
 */
export function isVisit(header: ReadHeader): boolean {
	if (header('sec-fetch-mode') !== 'navigate' || header('sec-fetch-dest') !== 'document') return false;
	if (header('sec-purpose') !== undefined || header('purpose') !== undefined) return false;
	return !isLeftOut(header);
}

/** Matches the page of a program, but not the further pages with its reviews. */
const PROGRAM_PAGE = /^\/programs\/([^/.]+)\/$/;

/** Counts a request for a page of the website, if it is a person's view of a program's page. */
export function countVisit(visits: Visits, path: string, { method, header, client }: SiteRequest): void {
	if (method !== 'GET' || !isVisit(header)) return;
	const slug = PROGRAM_PAGE.exec(path)?.[1];
	if (slug !== undefined) visits.count('views', slug, client.address(), () => hostOfReferrer(header('referer')));
}

/** Whether a person follows a link on one of this site's own pages. */
export function isOwnClick(header: ReadHeader): boolean {
	return header('sec-fetch-site') === 'same-origin' && isVisit(header);
}

/** Whether a beacon comes from one of this site's own pages. Browsers do not let other pages claim that. */
export function isOwnBeacon(header: ReadHeader): boolean {
	return header('sec-fetch-site') === 'same-origin' && !isLeftOut(header);
}

/** The maximum length of a host name. */
const LONGEST_HOST = 100;

/** Returns the host of the address that a visitor came from, without `www.`, or `''` if it is unknown or local. */
export function hostOfReferrer(referrer: string | undefined): string {
	if (referrer === undefined || referrer.length > 2000) return '';
	const url = URL.parse(referrer);
	if (url === null || !/^https?:$/.test(url.protocol)) return '';
	const host = url.hostname.replace(/^www\./, '');
	return host.includes('.') && host.length <= LONGEST_HOST ? host : '';
}
