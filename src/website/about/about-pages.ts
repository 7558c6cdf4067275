import { site } from '../../shared/site/site.ts';
import { AFFILIATE_LINKS, DATA, type PageLink, PRIVACY, RATINGS } from '../addresses.ts';

export interface AboutPage extends PageLink {
	/** The topic of the page in a few words. */
	readonly about: string;
	isShown(): boolean;
}

export const ALL_ABOUT_PAGES: readonly AboutPage[] = [
	{ ...DATA, about: 'where the data comes from, and what verified and checked mean', isShown: () => true },
	{ ...RATINGS, about: 'how ratings are calculated', isShown: () => true },
	{ ...AFFILIATE_LINKS, about: 'which links may earn a commission', isShown: () => site().affiliate_links },
	{ ...PRIVACY, about: 'what is stored about visitors', isShown: () => true },
];

export const aboutPages = () => ALL_ABOUT_PAGES.filter(({ isShown }) => isShown());
