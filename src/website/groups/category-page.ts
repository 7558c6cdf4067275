import type { Category } from '../../catalog/category.ts';
import { categoryAddress } from '../addresses.ts';
import type { ProgramEntry } from '../directory/listed-program.ts';
import type { PageType } from '../directory/page-type.ts';
import { EVERYTHING } from '../directory/scope.ts';
import { categoryText, type PageText } from '../machine-readable/page-text.ts';
import { bestOf } from '../programs/best.ts';
import { groupRecord } from '../search/text-index.ts';
import { type MeasureSummary, termSummaries } from '../statistics/measure-summary.ts';
import type { ListPage } from '../ui/pagination.ts';
import { groupPages } from './group-pages.ts';

/** One page of a category's program list. */
export interface CategoryView {
	readonly category: Category;
	readonly text: PageText;
	readonly page: ListPage<ProgramEntry>;
	/** Summaries of the terms of all the category's programs. Empty except on the first page. */
	readonly terms: readonly MeasureSummary[];
	/** Whether to link to the page with the category's best programs. Always false on pages after the first. */
	readonly hasBest: boolean;
}

export const categoryPages: PageType<CategoryView> = {
	route: '/categories/[slug]/[...page]',
	component: 'groups/CategoryPage.astro',
	pages: ({ categories }, scope = EVERYTHING) =>
		groupPages('categories', categories, scope, ({ programs, ...category }, page, isFirst) => ({
			category,
			text: categoryText(category, isFirst ? programs : undefined),
			page,
			terms: isFirst ? termSummaries(programs) : [],
			hasBest: isFirst && bestOf(programs).length > 0,
		})),
	*texts({ categories }) {
		for (const category of categories) {
			const url = categoryAddress(category.slug);
			yield { url, record: () => groupRecord(url, category) };
		}
	},
};
