import { CATEGORIES, categoryAddress, HOME } from '../addresses.ts';
import { lastChange } from '../directory/latest.ts';
import type { PageType } from '../directory/page-type.ts';
import { type GroupRow, groupRow } from './group-row.ts';

export interface CategoriesView {
	readonly groups: readonly GroupRow[];
	/** The number of programs in the directory. */
	readonly total: number;
}

export const categoriesPages: PageType<CategoriesView> = {
	route: '/categories',
	component: 'groups/CategoriesPage.astro',
	pages: ({ categories, programs }) => [
		{
			address: CATEGORIES.address,
			sitemap: { owner: HOME.address, lastmod: lastChange(programs) },
			view: () => ({
				groups: categories.map((category) => groupRow(category, categoryAddress(category.slug))),
				total: programs.length,
			}),
		},
	],
};
