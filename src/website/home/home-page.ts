import type { Category } from '../../catalog/category.ts';
import type { PublishedReview } from '../../catalog/published.ts';
import { HOME } from '../addresses.ts';
import type { Directory } from '../directory/directory.ts';
import { latest } from '../directory/directory.ts';
import { lastChange, type PageType } from '../directory/page-type.ts';
import {
	type DirectoryFigure,
	directoryFigures,
	type RateProfile,
	rateProfile,
} from '../statistics/directory-figures.ts';
import { type Highlight, highlights } from '../statistics/highlights.ts';

const CATEGORIES_SHOWN = 24;
const PROGRAMS_SHOWN = 6;
const REVIEWS_SHOWN = 4;

export interface HomeView {
	/** The commission rates of all programs, or null if too few programs publish a rate. */
	readonly rates: RateProfile | null;
	readonly figures: readonly DirectoryFigure[];
	/** The largest categories, sorted by name. */
	readonly categories: readonly CategoryEntry[];
	readonly categoryCount: number;
	readonly lists: readonly Highlight[];
	readonly reviews: readonly PublishedReview[];
}

type CategoryEntry = Pick<Category, 'slug' | 'name' | 'icon'> & { readonly programs: number };

export const homePages: PageType<HomeView> = {
	route: '/',
	component: 'home/HomePage.astro',
	pages: (directory) => [
		{
			address: HOME.address,
			sitemap: { owner: HOME.address, lastmod: latest([lastChange(directory.programs), directory.reviews.lastChange]) },
			view: () => ({
				rates: rateProfile(directory.programs),
				figures: directoryFigures(directory),
				categories: largestCategories(directory),
				categoryCount: directory.categories.length,
				lists: highlights(directory.programs, PROGRAMS_SHOWN),
				reviews: directory.reviews.newest().slice(0, REVIEWS_SHOWN),
			}),
		},
	],
};

function largestCategories({ categories }: Directory): CategoryEntry[] {
	const bySize = categories.toSorted((a, b) => b.programs.length - a.programs.length);
	const largest = new Set(bySize.slice(0, CATEGORIES_SHOWN));
	return categories
		.filter((category) => largest.has(category))
		.map(({ slug, name, icon, programs }) => ({ slug, name, icon, programs: programs.length }));
}
