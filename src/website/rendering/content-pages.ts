/** The pages that visitors read. */
import { aboutPagesType, topPages } from '../about/about-pages.ts';
import { SAVED } from '../addresses.ts';
import { fixedPages, type PageType } from '../directory/page-type.ts';
import { documentationPages } from '../documentation/documentation-page.ts';
import { categoriesPages, categoryPages, networkPages, networksPages } from '../groups/group-pages.ts';
import { furtherOrganizationsPages, organizationPages, organizationsPage } from '../groups/organization-pages.ts';
import { homePages } from '../home/home-page.ts';
import { programPages } from '../program/program-page.ts';
import { bestPages } from '../programs/best.ts';
import { furtherProgramsPages, programsPage } from '../programs/programs-page.ts';
import { reviewPages } from '../review/review-page.ts';
import { statisticsPages } from '../statistics/statistics-page.ts';

export const CONTENT_PAGES: readonly PageType[] = [
	homePages,
	categoriesPages,
	categoryPages,
	bestPages,
	programsPage,
	furtherProgramsPages,
	programPages,
	reviewPages,
	organizationsPage,
	furtherOrganizationsPages,
	organizationPages,
	networksPages,
	networkPages,
	statisticsPages,
	fixedPages('/saved', () => [SAVED.address]),
	aboutPagesType,
	topPages,
	...documentationPages,
];
