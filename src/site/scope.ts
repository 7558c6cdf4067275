/** The part of the website that a build goes through: all pages, or only the pages that changed records can affect. */
import { categoryAddress, networkAddress, organizationAddress, programAddress } from './addresses.ts';

/**
 * The records with pages of their own. A program's pages include those of its reviews. `similar` are the programs whose
 * pages can differ only in their alternatives.
 */
export type Group = 'programs' | 'similar' | 'categories' | 'organizations' | 'networks';

/** Returns the address of the first page of a record. */
export const ADDRESS_OF: { readonly [G in Group]: (slug: string) => string } = {
	programs: programAddress,
	similar: programAddress,
	categories: categoryAddress,
	organizations: organizationAddress,
	networks: networkAddress,
};

export interface Scope {
	/** Whether the pages about a record are in scope. Pages about the whole directory always are. */
	has(group: Group, slug: string): boolean;
	/**
	 * The addresses of pages in scope that may no longer exist, or whose sitemap entry may differ. The first page of a
	 * list stands for all pages of the list. Empty if everything is in scope.
	 */
	readonly earlier: readonly string[];
}

/** All pages. */
export const EVERYTHING: Scope = { has: () => true, earlier: [] };
