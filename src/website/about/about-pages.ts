import { hasOwnPage, ownPages } from '../../config/site/own-pages.ts';
import { site } from '../../config/site/site.ts';
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

/** A page in the footer. */
export interface ListedPage extends PageLink {
	/** The topic of the page in a few words, or a sentence about it. */
	readonly about: string;
}

/** Returns the pages that the footer links to: those about the directory, and the owner's own ones. */
export function aboutPages(): ListedPage[] {
	const own = ownPages().map(({ address, title, summary, isInFooter }) => ({
		address,
		name: title,
		about: summary ?? 'a page of this site',
		isInFooter,
	}));
	const built = ALL_ABOUT_PAGES.filter(({ address, isShown }) => isShown() && !hasOwnPage(address));
	return [...built, ...own.filter(({ isInFooter }) => isInFooter)];
}
