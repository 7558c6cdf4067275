/** The addresses of the site's pages. Every one ends in a slash. */

/** A page to link to by its name. */
export interface Place {
	readonly name: string;
	readonly address: string;
}

export const HOME: Place = { name: 'Home', address: '/' };
export const PROGRAMS: Place = { name: 'Programs', address: '/programs/' };
export const CATEGORIES: Place = { name: 'Categories', address: '/categories/' };
export const ORGANIZATIONS: Place = { name: 'Organizations', address: '/organizations/' };
export const NETWORKS: Place = { name: 'Networks', address: '/networks/' };
export const STATISTICS: Place = { name: 'Statistics', address: '/statistics/' };

/** What the header links to. */
export const SECTIONS: readonly Place[] = [PROGRAMS, CATEGORIES, ORGANIZATIONS, NETWORKS, STATISTICS];

/** Programs by words and filters, rendered on request; the query says which. */
export const SEARCH: Place = { name: 'Search', address: `${PROGRAMS.address}search/` };
/** Programs side by side, rendered on request: `?programs=` and up to four slugs with commas between. */
export const COMPARE: Place = { name: 'Compare', address: '/compare/' };

/** What it means that a link out may be paid for. */
export const AFFILIATE_LINKS: Place = { name: 'Affiliate links', address: '/about/affiliate-links/' };

/** What the directory says about itself, linked from the footer. */
export const ABOUT_PAGES: readonly Place[] = [
	{ name: 'About the data', address: '/about/data/' },
	{ name: 'Ratings', address: '/about/ratings/' },
	AFFILIATE_LINKS,
	{ name: 'Privacy', address: '/about/privacy/' },
];

export const programAddress = (slug: string) => `${PROGRAMS.address}${slug}/`;
export const networkAddress = (keyword: string) => `${NETWORKS.address}${keyword}/`;
export const categoryAddress = (slug: string) => `${CATEGORIES.address}${slug}/`;
export const organizationAddress = (slug: string) => `${ORGANIZATIONS.address}${slug}/`;
export const reviewAddress = (id: string) => `/reviews/${id}/`;
