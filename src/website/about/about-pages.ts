import { hasOwnPage, type OwnPage, ownPages } from '../../config/site/own-pages.ts';
import { site } from '../../config/site/site.ts';
import { wholeSentences } from '../../shared/text.ts';
import { AFFILIATE_LINKS, DATA, type PageLink, PRIVACY, RATINGS } from '../addresses.ts';
import { type PageType, type SitePage, UNDATED } from '../directory/page-type.ts';
import { markdownText } from '../format/markdown.ts';

interface ListedPage extends PageLink {
	/** The topic of the page in a few words, or a sentence about it. */
	readonly about: string;
}

/** Returns the software's own pages about the directory, without those that the owner's pages replace. */
function builtPages(): ListedPage[] {
	const all = [
		{ ...DATA, about: 'where the data comes from, and what verified and checked mean' },
		{ ...RATINGS, about: 'how ratings are calculated' },
		...(site().affiliate_links ? [{ ...AFFILIATE_LINKS, about: 'which links may earn a commission' }] : []),
		{ ...PRIVACY, about: 'what is stored about visitors' },
	];
	return all.filter(({ address }) => !hasOwnPage(address));
}

/** Returns the pages that the footer links to: those about the directory, and the owner's own ones. */
export function aboutPages(): ListedPage[] {
	const own = ownPages().map(({ address, title, summary, isInFooter }) => ({
		address,
		name: title,
		about: summary ?? 'a page of this site',
		isInFooter,
	}));
	return [...builtPages(), ...own.filter(({ isInFooter }) => isInFooter)];
}

export interface OwnPageView {
	readonly title: string;
	/** For search engines. */
	readonly summary: string;
	/** Whether the page shows the summary below its title. */
	readonly showsSummary: boolean;
	readonly text: string;
}

/** The view of a page about the directory: that of the owner's page that replaces it, if there is one. */
export type AboutView = OwnPageView | Record<string, never>;

const LONGEST_SUMMARY = 200;

const isAbout = ({ address }: { readonly address: string }) => address.startsWith('/about/');

function pageOf(page: OwnPage): SitePage<OwnPageView> {
	const { address, title, summary, text } = page;
	const first = markdownText(text).trim();
	const description = summary ?? wholeSentences(first === '' ? title : first.slice(0, 2000), LONGEST_SUMMARY);
	return {
		address,
		sitemap: UNDATED,
		view: () => ({ title, summary: description, showsSummary: summary !== undefined, text }),
	};
}

/** The owner's pages below the home page, such as `/imprint/`. */
export const topPages: PageType<OwnPageView> = {
	route: '/[page]',
	component: 'about/OwnPage.astro',
	pages: () =>
		ownPages()
			.filter((page) => !isAbout(page))
			.map(pageOf),
};

/** The pages about the directory, and the owner's pages beside them or in their place. */
export const aboutPagesType: PageType<AboutView> = {
	route: '/about/[page]',
	pages: () => [
		...builtPages().map(({ address }) => ({ address, sitemap: UNDATED, view: () => ({}) })),
		...ownPages().filter(isAbout).map(pageOf),
	],
};
