import { ownPages } from '../../config/site/own-pages.ts';
import type { Site } from '../../config/site/site-schema.ts';
import { ownLinks } from '../../website/format/markdown.ts';

/** A link that the owner of a site has written to a page or a file of the site. */
export interface OwnLink {
	/** The path, such as `/imprint/`. */
	readonly address: string;
	/** The file of the configuration that contains the link, such as `site.json` or `pages/imprint.md`. */
	readonly file: string;
}

/** Returns the links of the header, of the footer, and of the owner's pages. */
export function linksToSite({ url, navigation = [], footer = [] }: Site): OwnLink[] {
	const ofSite = [...navigation, ...footer].map(({ address }) => ({ href: address, page: '/', file: 'site.json' }));
	const ofPages = ownPages().flatMap(({ address: page, text }) =>
		ownLinks(text).map((href) => ({ href, page, file: `pages${page.slice(0, -1)}.md` })),
	);
	return [...ofSite, ...ofPages].flatMap(({ href, page, file }) => {
		if (href.startsWith('#')) return [];
		const target = URL.parse(href, url + page);
		return target?.origin === url ? [{ address: target.pathname + target.search, file }] : [];
	});
}
