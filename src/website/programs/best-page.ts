import type { Named } from '../../catalog/published.ts';
import { bestAddress, categoryAddress } from '../addresses.ts';
import { lastChange } from '../directory/latest.ts';
import { type ProgramEntry, programEntry } from '../directory/listed-program.ts';
import type { PageType } from '../directory/page-type.ts';
import { EVERYTHING } from '../directory/scope.ts';
import { bestText, type PageText } from '../machine-readable/page-text.ts';
import { type BestList, bestOf } from './best.ts';
import { bestReason } from './best-reason.ts';

/** The best programs of a category. A category has this page only if enough of its programs qualify. */
export interface BestView {
	readonly category: Named;
	readonly text: PageText;
	readonly lists: readonly BestEntries[];
}

interface BestEntries extends Omit<BestList, 'programs'> {
	readonly programs: readonly ProgramEntry[];
	/** Why the first programs of the list are among the best. */
	readonly reasons: readonly string[];
}

/** How many programs of a list have a reason. */
const REASONS = 3;

export const bestPages: PageType<BestView> = {
	route: '/categories/[slug]/best',
	component: 'programs/BestPage.astro',
	*pages({ categories }, scope = EVERYTHING) {
		for (const { slug, name, programs } of categories) {
			if (!scope.has('categories', slug)) continue;
			const lists = bestOf(programs);
			if (lists.length === 0) continue;
			yield {
				address: bestAddress(slug),
				sitemap: { owner: categoryAddress(slug), lastmod: lastChange(lists.flatMap((list) => list.programs)) },
				view: () => ({
					category: { slug, name },
					text: bestText(name, lists),
					lists: lists.map((list) => ({
						...list,
						programs: list.programs.map(programEntry),
						reasons: list.programs.slice(0, REASONS).map((program) => bestReason(program, programs)),
					})),
				}),
			};
		}
	},
};
