/** Pages that the owner of the site has written, and the pages about the directory that they can replace. */
import { type OwnPage, ownPages } from '../../config/site/own-pages.ts';
import { wholeSentences } from '../../shared/excerpt.ts';
import { HOME } from '../addresses.ts';
import type { PageType, SitePage } from '../directory/page-type.ts';
import { markdownText } from '../format/markdown.ts';
import { ALL_ABOUT_PAGES } from './about-pages.ts';

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

const LISTED = { owner: HOME.address, lastmod: undefined };
const LONGEST_SUMMARY = 200;

const isAbout = ({ address }: { readonly address: string }) => address.startsWith('/about/');

function pageOf(page: OwnPage): SitePage<OwnPageView> {
	const { address, title, summary, text } = page;
	const first = markdownText(text).trim();
	const description = summary ?? wholeSentences(first === '' ? title : first.slice(0, 2000), LONGEST_SUMMARY);
	return {
		address,
		sitemap: LISTED,
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
	pages() {
		const own = ownPages().filter(isAbout);
		const replaced = new Set(own.map(({ address }) => address));
		const built = ALL_ABOUT_PAGES.filter(({ address, isShown }) => isShown() && !replaced.has(address));
		return [...built.map(({ address }) => ({ address, sitemap: LISTED, view: () => ({}) })), ...own.map(pageOf)];
	},
};
