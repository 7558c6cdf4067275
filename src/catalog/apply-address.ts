import { COUNTRIES } from './countries.ts';
import type { Program } from './program.ts';

/** Parameters that name a page of a website whose pages have no paths of their own. Other parameters track visitors. */
const NAMES_PAGE = /^(?:p|page|page_id|path|route|view)$/i;
const START_FILE = /^\/(?:index|home)(?:\.\w+)?$/;
/** A language or a country, with or without a region: `/en`, `/us`, `/pt-BR`. */
const LOCALE = /^\/([a-z]{2})(?:[-_][a-z]{2})?$/i;

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Returns the address where publishers apply to a program. Returns null if it is unknown, or if the stored address only
 * leads to the program's website or to the website's home page.
 */
export function applyAddress({ signup_url, website_url }: Pick<Program, 'signup_url' | 'website_url'>): string | null {
	const target = signup_url === null ? null : URL.parse(signup_url);
	if (target === null) return null;
	const website = URL.parse(website_url);
	if (website === null || hostOf(target) !== hostOf(website)) return signup_url;
	const isElsewhere = target.hash !== website.hash && target.hash !== '';
	if (isElsewhere || [...target.searchParams.keys()].some((name) => NAMES_PAGE.test(name))) return signup_url;
	const path = pathOf(target);
	return path === pathOf(website) || isHome(path) ? null : signup_url;
}

function hostOf({ host }: URL): string {
	return host.replace(/^www\./, '');
}

function pathOf({ pathname }: URL): string {
	return pathname.replace(/\/+$/, '');
}

function isHome(path: string): boolean {
	const [, code] = LOCALE.exec(path) ?? [];
	if (code === undefined) return path === '' || START_FILE.test(path);
	return languages.of(code.toLowerCase()) !== undefined || COUNTRIES.includes(code.toUpperCase());
}
