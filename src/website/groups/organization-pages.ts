import type { Organization } from '../../catalog/organization.ts';
import type { PublishedReview } from '../../catalog/published.ts';
import { ORGANIZATIONS } from '../addresses.ts';
import { type Directory, latest, type SiteOrganization, type WithPrograms } from '../directory/directory.ts';
import type { ProgramEntry } from '../directory/listed-program.ts';
import type { WithLogo } from '../directory/logos.ts';
import { latestReviews, organizationRating, type Rated } from '../directory/organization-reviews.ts';
import { EVERYTHING, type PageType, type SitePage } from '../directory/page-type.ts';
import { organizationText, type PageText } from '../machine-readable/page-text.ts';
import { type RatingBand, ratingDistribution } from '../statistics/statistics.ts';
import { type ListPage, mapPage, PER_PAGE, pageAddress, pagesOf } from '../ui/pagination.ts';
import { groupPages, groupTexts } from './group-pages.ts';

export interface OrganizationsView {
	readonly page: ListPage<OrganizationRow>;
}

export interface OrganizationRow
	extends Pick<Organization & WithLogo, 'slug' | 'name' | 'description' | 'website_url' | 'logo'>,
		Rated {
	readonly programs: number;
}

export const organizationsPage: PageType<OrganizationsView> = {
	route: '/organizations',
	component: 'groups/OrganizationsPage.astro',
	pages: (directory) => listPages(directory).slice(0, 1),
};

export const furtherOrganizationsPages: PageType<OrganizationsView> = {
	route: '/organizations/page/[page]',
	component: 'groups/OrganizationsPage.astro',
	pages: (directory) => listPages(directory).slice(1),
};

function listPages({ listedOrganizations }: Directory): SitePage<OrganizationsView>[] {
	return pagesOf(listedOrganizations, PER_PAGE.organizations).map((page) => ({
		address: pageAddress(ORGANIZATIONS.address, page.number),
		...(page.items.length > 0 && {
			sitemap: { owner: ORGANIZATIONS.address, lastmod: latest(page.items.map(({ created_at }) => created_at)) },
		}),
		view: () => ({ page: mapPage(page, organizationRow) }),
	}));
}

function organizationRow(organization: WithPrograms<SiteOrganization>): OrganizationRow {
	const { slug, name, description, website_url, logo, programs } = organization;
	return { slug, name, description, website_url, logo, programs: programs.length, ...organizationRating(programs) };
}

const REVIEWS_SHOWN = 4;

/** An organization, and one page of its programs. */
export interface OrganizationView {
	readonly organization: SiteOrganization;
	readonly text: PageText;
	readonly page: ListPage<ProgramEntry>;
	readonly rating: Rated;
	/** The newest reviews of the organization's programs. Empty except on the first page. */
	readonly reviews: readonly PublishedReview[];
	/** The rating distribution of all reviews of the programs. Empty except on the first page. */
	readonly ratings: readonly RatingBand[];
}

export const organizationPages: PageType<OrganizationView> = {
	route: '/organizations/[slug]/[...page]',
	component: 'groups/OrganizationPage.astro',
	pages: (directory, scope = EVERYTHING) =>
		groupPages(
			'organizations',
			directory.organizations,
			scope,
			({ programs, ...organization }, page, isFirst) => ({
				organization,
				text: organizationText(organization, isFirst ? programs : undefined),
				page,
				rating: organizationRating(programs),
				reviews: isFirst ? latestReviews(programs, directory, REVIEWS_SHOWN) : [],
				ratings: isFirst ? ratingDistribution(programs.flatMap(directory.reviewsOf)) : [],
			}),
			({ repeats }) => repeats === null,
		),
	texts: ({ listedOrganizations }) => groupTexts('organizations', listedOrganizations),
};
