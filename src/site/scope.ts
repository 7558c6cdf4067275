/** The part of the website that a build goes through: all pages, or those that a change of some records can reach. */
import { categoryAddress, networkAddress, organizationAddress, programAddress } from './addresses.ts';

/** The records with pages of their own. A program's pages include those of its reviews. */
export type Group = 'programs' | 'categories' | 'organizations' | 'networks';

/** The addresses of their first pages. */
export const ADDRESS_OF: { readonly [G in Group]: (slug: string) => string } = {
	programs: programAddress,
	categories: categoryAddress,
	organizations: organizationAddress,
	networks: networkAddress,
};

export interface Scope {
	/** Whether the pages about a record are in scope. Pages about the whole directory always are. */
	has(group: Group, slug: string): boolean;
	/**
	 * The addresses of pages in scope that may not exist any more, or whose sitemap entry may differ. Of a list, only the first
	 * page; it stands for all. If everything is in scope, there are none.
	 */
	readonly earlier: readonly string[];
}

/** All pages. */
export const EVERYTHING: Scope = { has: () => true, earlier: [] };
