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

/** What the header links to. */
export const SECTIONS: readonly Place[] = [PROGRAMS, CATEGORIES, ORGANIZATIONS];

export const programAddress = (slug: string) => `${PROGRAMS.address}${slug}/`;
export const categoryAddress = (slug: string) => `${CATEGORIES.address}${slug}/`;
export const organizationAddress = (slug: string) => `${ORGANIZATIONS.address}${slug}/`;
export const reviewAddress = (id: string) => `/reviews/${id}/`;
