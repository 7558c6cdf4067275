import { allFacets, type Facets } from '../../search/facets.ts';
import { PROGRAMS } from '../addresses.ts';
import type { SiteProgram } from '../directory/directory.ts';
import { type ProgramEntry, programEntry } from '../directory/listed-program.ts';
import { lastChange, type PageType } from '../directory/page-type.ts';
import { type PageText, programsText } from '../machine-readable/page-text.ts';
import { type ListPage, mapPage, pageAddress, programPagesOf } from '../ui/pagination.ts';

/** The first page of the full program list, with filters and their counts. */
export interface ProgramsView extends FurtherProgramsView {
	readonly facets: Facets;
	/** The names of categories by slug. */
	readonly names: readonly (readonly [slug: string, name: string])[];
}

/** Any page of the full program list except the first. */
export interface FurtherProgramsView {
	readonly text: PageText;
	readonly page: ListPage<ProgramEntry>;
}

export const programsPage: PageType<ProgramsView> = {
	route: '/programs',
	component: 'programs/ProgramsPage.astro',
	*pages({ programs, categories }) {
		const [page] = programPagesOf(programs);
		yield {
			...addressed(page!),
			view: () => ({
				text: programsText(programs),
				page: mapPage(page!, programEntry),
				facets: allFacets(programs),
				names: categories.map(({ slug, name }) => [slug, name]),
			}),
		};
	},
};

export const furtherProgramsPages: PageType<FurtherProgramsView> = {
	route: '/programs/page/[page]',
	component: 'programs/FurtherProgramsPage.astro',
	*pages({ programs }) {
		for (const page of programPagesOf(programs).slice(1)) {
			yield { ...addressed(page), view: () => ({ text: programsText(undefined), page: mapPage(page, programEntry) }) };
		}
	},
};

function addressed(page: ListPage<SiteProgram>) {
	return {
		address: pageAddress(PROGRAMS.address, page.number),
		sitemap: { owner: PROGRAMS.address, lastmod: lastChange(page.items) },
	};
}
