/** The part of the website that a build processes: all pages, or only the pages that changed records can affect. */
import { categoryAddress, networkAddress, organizationAddress, programAddress } from '../addresses.ts';

/**
 * The groups of records that have their own pages. A program's pages include the pages of its reviews. The group
 * `similar` contains the programs on whose pages only the alternatives can have changed.
 */
export type ScopeGroup = 'programs' | 'similar' | 'categories' | 'organizations' | 'networks';

/** Returns the address of a record's first page. */
export const ADDRESS_OF: { readonly [G in ScopeGroup]: (slug: string) => string } = {
	programs: programAddress,
	similar: programAddress,
	categories: categoryAddress,
	organizations: organizationAddress,
	networks: networkAddress,
};

export interface Scope {
	/** Whether the pages about a record are in scope. Pages about the whole directory are always in scope. */
	has(group: ScopeGroup, slug: string): boolean;
	/**
	 * The addresses of pages in scope that may no longer exist or whose sitemap entry may have changed. The address of a
	 * list's first page represents all pages of that list. The array is empty if everything is in scope.
	 */
	readonly earlier: readonly string[];
}

export const EVERYTHING: Scope = { has: () => true, earlier: [] };
