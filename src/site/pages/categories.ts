import { CATEGORIES, categoryAddress } from '../addresses.ts';
import { type GroupRow, groupRow } from '../group-row.ts';
import { lastChange, type PageType } from './page-type.ts';

/** All categories. */
export interface CategoriesView {
	readonly groups: readonly GroupRow[];
	/** The number of programs in the directory. */
	readonly total: number;
}

export const categoriesPages: PageType<CategoriesView> = {
	route: '/categories',
	pages: ({ categories, programs }) => [
		{
			address: CATEGORIES.address,
			sitemap: { lastmod: lastChange(programs) },
			view: () => ({
				groups: categories.map((category) => groupRow(category, categoryAddress(category.slug))),
				total: programs.length,
			}),
		},
	],
};
