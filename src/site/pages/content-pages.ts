/** The pages that visitors read. */
import { ALL_ABOUT_PAGES } from '../about-pages.ts';
import { SAVED } from '../addresses.ts';
import { bestPages } from './best.ts';
import { categoriesPages } from './categories.ts';
import { categoryPages } from './category.ts';
import { documentationPages } from './documentation.ts';
import { homePages } from './home.ts';
import { networkPages } from './network.ts';
import { networksPages } from './networks.ts';
import { organizationPages } from './organization.ts';
import { furtherOrganizationsPages, organizationsPage } from './organizations.ts';
import { fixedPages, type PageType } from './page-type.ts';
import { programPages } from './program.ts';
import { furtherProgramsPages, programsPage } from './programs.ts';
import { reviewPages } from './review.ts';
import { statisticsPages } from './statistics.ts';

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
	fixedPages('/saved', [SAVED.address]),
	...ALL_ABOUT_PAGES.map(({ address, isShown }) => fixedPages(address.slice(0, -1), isShown ? [address] : [], true)),
	...documentationPages,
];
